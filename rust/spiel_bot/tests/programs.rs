//! `az_train` and `az_eval` as somebody at a terminal has them: runs, accidents, refusals.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

const TRAIN: &str = env!("CARGO_BIN_EXE_az_train");
const EVAL: &str = env!("CARGO_BIN_EXE_az_eval");

/// A network and steps so small that a run takes a second.
const TINY: [&str; 14] = [
    "--game",
    "trictrac(holes=1)",
    "--nn-width",
    "16",
    "--nn-depth",
    "1",
    "--max-simulations",
    "4",
    "--games-per-step",
    "6",
    "--batch-size",
    "32",
    "--evaluation-freq",
    "0",
];

/// A folder that goes when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("az-programs-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("there is room");
        Scratch(folder)
    }

    /// Runs a program here.
    fn output(&self, program: &str, words: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(words).current_dir(&self.0);
        command.output().expect("the program is there")
    }

    fn train(&self, run: &str, words: &[&str]) -> Output {
        self.output(TRAIN, &[&[run], words].concat())
    }

    /// The latest network of a run.
    fn network(&self, run: &str) -> Vec<u8> {
        let steps = fs::read_dir(self.0.join(run).join("checkpoints")).expect("a run has steps");
        let latest = steps
            .map(|step| step.expect("it can be read").path())
            .max()
            .expect("a step is done");
        fs::read(latest.join("network.safetensors")).expect("a step has a network")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn assert_done(output: &Output) {
    assert!(output.status.success(), "{}", text(&output.stderr));
}

fn assert_refused(output: &Output, words: &str) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(words), "{message} lacks {words}");
}

fn steps_of(run: &Path) -> Vec<u64> {
    let lines = fs::read_to_string(run.join("learner.jsonl")).expect("a run keeps its records");
    let step =
        |line: &str| serde_json::from_str::<Value>(line).expect("whole lines")["step"].as_u64();
    lines.lines().filter_map(step).collect()
}

#[test]
fn threads_interruptions_and_the_way_options_come_change_nothing() {
    let scratch = Scratch::new("equal");
    let seeded = [&TINY[..], &["--seed", "5"]].concat();
    let whole = [&seeded[..], &["--max-steps", "3", "--threads", "1"]].concat();
    assert_done(&scratch.train("whole", &whole));
    let parts = [&seeded[..], &["--max-steps", "1", "--threads", "3"]].concat();
    assert_done(&scratch.train("parts", &parts));
    assert_done(&scratch.train("parts", &["--resume", "--max-steps", "3"]));
    assert_eq!(scratch.network("whole"), scratch.network("parts"));
    let options = |run: &str| fs::read_to_string(scratch.0.join(run).join("config.json")).ok();
    let of_parts = options("parts").map(|text| text.replace("\"threads\": 3", "\"threads\": 1"));
    assert_eq!(of_parts, options("whole"));
    assert_done(&scratch.train("file", &["--config", "whole/config.json"]));
    assert_eq!(scratch.network("whole"), scratch.network("file"));
    assert_done(&scratch.train("other", &["--config", "whole/config.json", "--seed", "6"]));
    assert_ne!(scratch.network("whole"), scratch.network("other"));
    assert_eq!(steps_of(&scratch.0.join("parts")), [1, 2, 3]);
}

#[test]
fn minutes_end_a_session_after_a_step() {
    let scratch = Scratch::new("minutes");
    let words = [&TINY[..], &["--minutes", "0.000000001"]].concat();
    assert_done(&scratch.train("run", &words));
    assert_eq!(steps_of(&scratch.0.join("run")), [1]);
    assert_done(&scratch.train("run", &["--resume"]));
    assert_eq!(steps_of(&scratch.0.join("run")), [1, 2]);
}

#[test]
fn a_killed_run_goes_on_and_nobody_else_trains_there_meanwhile() {
    let scratch = Scratch::new("killed");
    let mut command = Command::new(TRAIN);
    command.arg("run").args(TINY).current_dir(&scratch.0);
    let mut running = command.spawn().expect("the program is there");
    let run = scratch.0.join("run");
    let limit = Instant::now() + Duration::from_secs(120);
    while !run.join("learner.jsonl").exists() || steps_of(&run).len() < 2 {
        assert!(Instant::now() < limit, "two tiny steps are not done");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_refused(&scratch.train("run", &["--resume"]), "another run");
    running.kill().expect("it is still running");
    running.wait().expect("it has ended");
    let done = steps_of(&run).len() as u64;
    let goal = (done + 2).to_string();
    assert_done(&scratch.train("run", &["--resume", "--max-steps", &goal]));
    assert_eq!(steps_of(&run), (1..=done + 2).collect::<Vec<_>>());
    assert_refused(&scratch.train("run", &TINY), "run");
}

/// Files may not grow beyond eight blocks: as on a full disk, writing fails.
#[test]
fn a_full_disk_ends_a_run_that_can_go_on_later() {
    let scratch = Scratch::new("full");
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let words = [
        &["-c", limited, TRAIN, "run"],
        &TINY[..],
        &["--max-steps", "2"],
    ]
    .concat();
    let output = scratch.output("sh", &words);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("File too large"));
    assert_done(&scratch.train("run", &["--resume"]));
    assert_eq!(steps_of(&scratch.0.join("run")), [1, 2]);
}

#[test]
fn orders_that_cannot_be_are_refused() {
    let scratch = Scratch::new("orders");
    fs::write(scratch.0.join("list.json"), "[1]").expect("there is room");
    fs::write(scratch.0.join("width.json"), "{\"nn_widht\": 3}").expect("there is room");
    for (words, message) in [
        (&["--preset", "huge"][..], "smoke, laptop, server"),
        (&["--minutes", "-1"], "minutes: must be 0 to"),
        (&["--minutes", "soon"], "minutes: must be a number"),
        (&["--nn-width", "0"], "nn_width: must be 1 to"),
        (&["--width", "3"], "there is no option --width"),
        (&["--seed"], "--seed needs a value"),
        (&["--game", "chess"], "trictrac, tic_tac_toe or pig"),
        (&["--config", "nowhere.json"], "nowhere.json"),
        (&["--config", "list.json"], "list.json"),
        (&["--config", "width.json"], "nn_widht"),
        (&["again"], "one RUN is enough"),
        (&["--resume"], "run"),
        (&["--resume", "--preset", "smoke"], "no --preset"),
        (&["--resume", "--config", "width.json"], "no --config"),
    ] {
        assert_refused(&scratch.train("run", words), message);
        assert!(!scratch.0.join("run").exists(), "{words:?} left something");
    }
    assert_refused(&scratch.output(EVAL, &["nowhere"]), "nowhere");
    assert_refused(&scratch.output(EVAL, &[]), "usage");
}

#[test]
fn a_run_is_measured_against_players_and_other_runs() {
    let scratch = Scratch::new("measured");
    let words = [&TINY[..], &["--max-steps", "1"]].concat();
    assert_done(&scratch.train("run", &words));
    for against in ["random", "greedy", "careful", "td:1", "run"] {
        let words = [
            "run",
            "--against",
            against,
            "--games",
            "4",
            "--seed",
            "7",
            "--json",
        ];
        let output = scratch.output(EVAL, &words);
        assert_done(&output);
        let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        // Those of `trictrac match --json`, then what `trictrac evaluate --json` adds.
        for key in [
            "a",
            "b",
            "games",
            "wins",
            "losses",
            "draws",
            "win_rate",
            "win_rate_ci95",
            "hole_margin",
            "games_per_second",
            "seed",
            "game",
            "step",
            "simulations",
        ] {
            assert!(report.get(key).is_some(), "{report} lacks {key}");
        }
        assert_eq!(
            (&report["b"], &report["games"]),
            (&against.into(), &4.into())
        );
        let counts = ["wins", "losses", "draws"].map(|key| report[key].as_u64());
        assert_eq!(counts.into_iter().flatten().sum::<u64>(), 4);
    }
    let words = ["run", "--against", "nobody"];
    assert_refused(
        &scratch.output(EVAL, &words),
        "random, greedy, careful, td:1",
    );
    let words = ["run", "--games", "0"];
    assert_refused(&scratch.output(EVAL, &words), "--games must be 1 to");
}

#[test]
fn the_preset_smoke_trains_the_small_games() {
    let scratch = Scratch::new("small");
    for game in ["tic_tac_toe", "pig"] {
        let words = ["--preset", "smoke", "--game", game, "--reward", "win"];
        let against = ["--evaluation-against", "random", "--games-per-step", "10"];
        assert_done(&scratch.train(game, &[&words[..], &against].concat()));
        let output = scratch.output(EVAL, &[game, "--games", "10"]);
        assert_done(&output);
        assert!(text(&output.stdout).contains("10 games: "));
    }
}
