//! A training run on disk, as the Python package keeps it: `trictrac evaluate` and `plot` read it.
//!
//! ```text
//! RUN_DIR/
//!   config.json      the options
//!   run.json         game, versions and sessions
//!   learner.jsonl    the record of each finished step, a line each
//!   checkpoints/step-000012/
//!     checkpoint.json          what the files are for, with their sizes and checksums
//!     ...                      the network; in the latest step also what a resumed run needs
//!   lock             held while a run is going on
//! ```
//!
//! A step's folder is filled under another name, written through to the disk and renamed when it is
//! complete. So whatever is called `step-...` is whole, and a run may be killed at any moment.

use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use trictrac_env::{GameEnv, Trictrac};

use crate::alphazero::{Reward, Task, parse_game};

const FORMAT: u64 = 2;

/// What ended a run, or kept it from beginning.
#[derive(Debug)]
pub enum RunError {
    /// What was asked for cannot be: another directory or option may.
    Refused(String),
    /// Something failed: a file is damaged, the disk is full.
    Failed(String),
}

impl std::fmt::Display for RunError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RunError::Refused(message) | RunError::Failed(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for RunError {}

fn refused<T>(message: String) -> Result<T, RunError> {
    Err(RunError::Refused(message))
}

/// Names the file in an error of the operating system.
fn at(path: &Path) -> impl Fn(io::Error) -> RunError {
    let path = path.display().to_string();
    move |error| RunError::Failed(format!("{path}: {error}"))
}

/// A file that a step consists of.
#[derive(Clone, Copy, Debug)]
pub struct StepFile {
    /// Its name.
    pub name: &'static str,
    /// Is it needed only to go on from this step?
    pub only_to_resume: bool,
}

/// A finished step.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// Where it is.
    pub folder: PathBuf,
    /// Its number.
    pub step: u64,
    /// The contents of checkpoint.json.
    pub manifest: Value,
}

impl Checkpoint {
    /// The checkpoint at a path: its folder, or a run's latest one.
    pub fn find(path: &Path) -> Result<Checkpoint, RunError> {
        if path.join("checkpoint.json").is_file() {
            return Checkpoint::open(path);
        }
        match latest_folder(path)? {
            Some(folder) => Checkpoint::open(&folder),
            None => refused(format!(
                "{}: no checkpoint here; give a run's folder (with at least one finished step) or \
                 one of the folders in its checkpoints/",
                path.display()
            )),
        }
    }

    fn open(folder: &Path) -> Result<Checkpoint, RunError> {
        let file = folder.join("checkpoint.json");
        let manifest = read_sealed(&file)?;
        let damaged = || RunError::Failed(format!("{} is damaged", file.display()));
        if manifest["format"] != FORMAT {
            return refused(format!(
                "{} has another format than {FORMAT}",
                file.display()
            ));
        }
        let step = manifest["step"].as_u64().ok_or_else(damaged)?;
        Ok(Checkpoint {
            folder: folder.into(),
            step,
            manifest,
        })
    }

    /// Compares the files with their checksums.
    pub fn check_files(&self, to_resume: bool) -> Result<(), RunError> {
        let lists = if to_resume {
            &["files", "resume_files"][..]
        } else {
            &["files"]
        };
        for list in lists {
            for (name, seal) in self.manifest[list].as_object().into_iter().flatten() {
                let file = self.folder.join(name);
                if seal_of(&file)? != *seal {
                    return Err(RunError::Failed(format!(
                        "{} is damaged: it has changed since it was written. Nothing was changed. \
                         Restore it from a copy, or use another checkpoint",
                        file.display()
                    )));
                }
            }
        }
        Ok(())
    }

    /// The line of learner.jsonl.
    pub fn record(&self) -> Result<Value, RunError> {
        let text = self.manifest["record"].as_str().unwrap_or_default();
        serde_json::from_str(text).map_err(|error| {
            RunError::Failed(format!(
                "{}: its record is damaged: {error}",
                self.folder.display()
            ))
        })
    }

    /// Which method made it.
    pub fn method(&self) -> &str {
        self.manifest["method"].as_str().unwrap_or("openspiel")
    }

    /// The options it was made with, as JSON.
    pub fn config(&self) -> String {
        self.manifest["config"].to_string()
    }
}

/// A run's directory, locked as long as this value lives.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    _lock: File,
}

impl RunDirectory {
    /// Makes a new or empty directory a run.
    pub fn create(path: &Path, config: &str) -> Result<RunDirectory, RunError> {
        fs::create_dir_all(path).map_err(at(path))?;
        let run = RunDirectory::lock(path)?;
        if path.join("config.json").exists() {
            return refused(format!(
                "{} holds a run already: resume it (--resume), or choose another directory",
                path.display()
            ));
        }
        for entry in fs::read_dir(path).map_err(at(path))? {
            let name = entry.map_err(at(path))?.file_name();
            if name != "lock" && name != "config.json.new" {
                return refused(format!(
                    "{} is not empty (it holds {}); a new run needs a new or empty directory",
                    path.display(),
                    name.display()
                ));
            }
        }
        write_whole(&path.join("config.json"), config.as_bytes())?;
        Ok(run)
    }

    /// Takes up a run that is there.
    pub fn resume(path: &Path) -> Result<RunDirectory, RunError> {
        if !path.join("config.json").is_file() {
            return refused(format!(
                "{}: there is no run to resume here (no config.json)",
                path.display()
            ));
        }
        RunDirectory::lock(path)
    }

    fn lock(path: &Path) -> Result<RunDirectory, RunError> {
        let file = path.join("lock");
        let lock = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&file);
        let lock = lock.map_err(at(&file))?;
        match lock.try_lock() {
            Ok(()) => Ok(RunDirectory {
                path: path.into(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => refused(format!(
                "{}: another run is going on in this directory",
                path.display()
            )),
            Err(TryLockError::Error(error)) => Err(at(&file)(error)),
        }
    }

    /// The text of config.json.
    pub fn config(&self) -> Result<String, RunError> {
        let file = self.path.join("config.json");
        fs::read_to_string(&file).map_err(at(&file))
    }

    /// Replaces config.json: a session may change some options.
    pub fn write_config(&self, text: &str) -> Result<(), RunError> {
        write_whole(&self.path.join("config.json"), text.as_bytes())
    }

    /// The last finished step.
    pub fn latest(&self) -> Result<Option<Checkpoint>, RunError> {
        latest_folder(&self.path)?
            .map(|folder| Checkpoint::open(&folder))
            .transpose()
    }

    /// Repairs what a kill has left and notes that a session begins. The files of the latest step
    /// have been checked by then.
    pub fn begin_session(
        &self,
        config: &Value,
        latest: Option<&Checkpoint>,
    ) -> Result<(), RunError> {
        let checkpoints = self.path.join("checkpoints");
        fs::create_dir_all(&checkpoints).map_err(at(&checkpoints))?;
        for left in [self.partial(), self.dropped()] {
            if left.exists() {
                fs::remove_dir_all(&left).map_err(at(&left))?;
            }
        }
        write_whole(
            &self.learner_file(),
            self.finished_records(latest)?.as_bytes(),
        )?;
        let file = self.path.join("run.json");
        let mut run = if file.exists() {
            read_sealed(&file)?
        } else {
            json!({
                "format": FORMAT,
                "method": config["method"],
                "game": described(config),
                "seed": config["seed"],
                "sessions": [],
            })
        };
        let mut options = config.clone();
        if let Some(options) = options.as_object_mut() {
            options.remove("method");
        }
        let session = json!({
            "started": timestamp(),
            "after_step": latest.map_or(0, |latest| latest.step),
            "versions": {"spiel_bot": env!("CARGO_PKG_VERSION")},
            "command": std::env::args().collect::<Vec<_>>(),
            "config": options,
        });
        match run["sessions"].as_array_mut() {
            Some(sessions) => sessions.push(session),
            None => return Err(RunError::Failed(format!("{} is damaged", file.display()))),
        }
        write_whole(&file, sealed_text(run).as_bytes())
    }

    /// Makes a step's files, which `save` writes into a folder, a checkpoint for good.
    pub fn commit(
        &self,
        record: &Value,
        config: &Value,
        files: &[StepFile],
        save: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), RunError> {
        let step = record["step"].as_u64().expect("a record has its step");
        let partial = self.partial();
        if partial.exists() {
            fs::remove_dir_all(&partial).map_err(at(&partial))?;
        }
        fs::create_dir_all(&partial).map_err(at(&partial))?;
        save(&partial).map_err(at(&partial))?;
        let mut seals = [Map::new(), Map::new()];
        for file in files {
            let path = partial.join(file.name);
            File::open(&path)
                .and_then(|opened| opened.sync_all())
                .map_err(at(&path))?;
            seals[usize::from(file.only_to_resume)].insert(file.name.into(), seal_of(&path)?);
        }
        let [kept, resumed] = seals;
        let line = record.to_string();
        let learner = self.learner_file();
        let before = fs::read(&learner).map_err(at(&learner))?;
        let mut lines = before.clone();
        lines.extend(format!("{line}\n").as_bytes());
        let manifest = json!({
            "format": FORMAT,
            "method": config["method"],
            "step": step,
            "game": described(config),
            "config": config,
            "files": kept,
            "resume_files": resumed,
            "record": line,
            "learner": {"bytes": lines.len(), "sha256": hexadecimal(&Sha256::digest(&lines))},
        });
        write_whole(
            &partial.join("checkpoint.json"),
            sealed_text(manifest).as_bytes(),
        )?;
        let folder = self
            .path
            .join("checkpoints")
            .join(format!("step-{step:06}"));
        fs::rename(&partial, &folder).map_err(at(&folder))?;
        sync_folder(&self.path.join("checkpoints"))?;
        let mut file = File::options()
            .append(true)
            .open(&learner)
            .map_err(at(&learner))?;
        file.write_all(&lines[before.len()..])
            .and_then(|()| file.sync_all())
            .map_err(at(&learner))?;
        let keep_every = config["checkpoint_freq"].as_u64().unwrap_or(1).max(1);
        self.prune(step, keep_every, files)
    }

    /// Drops earlier steps that are not to be kept, and what only resuming from them would need.
    fn prune(&self, latest: u64, keep_every: u64, files: &[StepFile]) -> Result<(), RunError> {
        for (step, folder) in step_folders(&self.path)? {
            if step >= latest {
                continue;
            }
            if step.is_multiple_of(keep_every) {
                for file in files.iter().filter(|file| file.only_to_resume) {
                    let path = folder.join(file.name);
                    if path.exists() {
                        fs::remove_file(&path).map_err(at(&path))?;
                    }
                }
            } else {
                // No longer called a step when the first of its files goes.
                let dropped = self.dropped();
                fs::rename(&folder, &dropped).map_err(at(&folder))?;
                fs::remove_dir_all(&dropped).map_err(at(&dropped))?;
            }
        }
        Ok(())
    }

    /// The lines of learner.jsonl up to the latest step, whose own line a kill may have prevented.
    fn finished_records(&self, latest: Option<&Checkpoint>) -> Result<String, RunError> {
        let Some(latest) = latest else {
            return Ok(String::new());
        };
        let file = self.learner_file();
        let text = if file.exists() {
            fs::read_to_string(&file).map_err(at(&file))?
        } else {
            String::new()
        };
        let mut kept = String::new();
        for line in text.lines() {
            let step = serde_json::from_str::<Value>(line)
                .ok()
                .and_then(|record| record["step"].as_u64());
            if step.is_some_and(|step| step < latest.step) {
                let _ = writeln!(kept, "{line}");
            }
        }
        let _ = writeln!(
            kept,
            "{}",
            latest.manifest["record"].as_str().unwrap_or_default()
        );
        Ok(kept)
    }

    fn learner_file(&self) -> PathBuf {
        self.path.join("learner.jsonl")
    }

    fn partial(&self) -> PathBuf {
        self.path.join("checkpoints").join("unfinished")
    }

    fn dropped(&self) -> PathBuf {
        self.path.join("checkpoints").join("dropped")
    }
}

/// What a network was trained for, as the Python package compares it.
fn described(config: &Value) -> Value {
    let game = config["game"].as_str().unwrap_or_default();
    let name = game.split('(').next().unwrap_or_default();
    let parameters = parse_game(game).map_or(Vec::new(), |(_, parameters)| parameters);
    let values: Map<String, Value> = parameters
        .iter()
        .map(|&(name, value)| (name.into(), parameter_value(value)))
        .collect();
    let mut described = json!({"name": name, "parameters": values});
    // The lengths matter here, and all rewards have the same.
    if let (Trictrac::NAME, Ok(config)) = (name, Trictrac::configure(&parameters, Reward::Win)) {
        let sizes = Trictrac::new(&config).sizes();
        described["observation_shape"] = json!(sizes.features.0);
        described["num_actions"] = json!(sizes.num_actions);
        described["encodings"] =
            json!({"actions": 1, "observation": "features", "observation_version": 1});
    }
    described
}

/// A whole number, true or false, or a text.
fn parameter_value(text: &str) -> Value {
    match (text.parse::<i64>(), text.parse::<bool>()) {
        (Ok(number), _) => number.into(),
        (_, Ok(truth)) => truth.into(),
        _ => text.into(),
    }
}

fn step_folders(run: &Path) -> Result<Vec<(u64, PathBuf)>, RunError> {
    let checkpoints = run.join("checkpoints");
    if !checkpoints.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(&checkpoints).map_err(at(&checkpoints))? {
        let entry = entry.map_err(at(&checkpoints))?;
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("step-"));
        if let Some(step) = number.and_then(|digits| digits.parse().ok()) {
            found.push((step, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

fn latest_folder(run: &Path) -> Result<Option<PathBuf>, RunError> {
    Ok(step_folders(run)?.pop().map(|(_, folder)| folder))
}

/// An object as JSON that ends with the checksum of all before it.
fn sealed_text(values: Value) -> String {
    let text = serde_json::to_string_pretty(&values).expect("the values are plain data");
    let head = format!(
        "{},\n",
        text.strip_suffix("\n}").expect("the value is an object")
    );
    let digest = hexadecimal(&Sha256::digest(head.as_bytes()));
    format!("{head}  \"sha256\": \"{digest}\"\n}}\n")
}

/// The values of such a file.
fn read_sealed(file: &Path) -> Result<Value, RunError> {
    let damaged = |fault: &str| RunError::Failed(format!("{} is damaged: {fault}", file.display()));
    let text = fs::read_to_string(file).map_err(at(file))?;
    let mut values: Value =
        serde_json::from_str(&text).map_err(|error| damaged(&error.to_string()))?;
    let seal = values
        .as_object_mut()
        .and_then(|object| object.remove("sha256"));
    let head = text.rfind("  \"sha256\"").map(|end| &text[..end]);
    let found = head.map(|head| Value::String(hexadecimal(&Sha256::digest(head.as_bytes()))));
    if seal.is_none() || seal != found {
        return Err(damaged("its contents do not fit its checksum"));
    }
    Ok(values)
}

/// What tells a file from a damaged one.
fn seal_of(file: &Path) -> Result<Value, RunError> {
    let bytes = fs::read(file).map_err(at(file))?;
    Ok(json!({"bytes": bytes.len(), "sha256": hexadecimal(&Sha256::digest(&bytes))}))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Replaces a file in one piece.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let mut name = file.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let mut opened = File::create(&new).map_err(at(&new))?;
    opened
        .write_all(bytes)
        .and_then(|()| opened.sync_all())
        .map_err(at(&new))?;
    fs::rename(&new, file).map_err(at(file))?;
    sync_folder(file.parent().unwrap_or(Path::new(".")))
}

fn sync_folder(folder: &Path) -> Result<(), RunError> {
    File::open(folder)
        .and_then(|opened| opened.sync_all())
        .map_err(at(folder))
}

/// The time in UTC, as Python's `strftime("%Y-%m-%dT%H:%M:%S%z")` writes it.
fn timestamp() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seconds = now.map_or(0, |now| now.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days since 1 March of the year 0, in which a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+0000")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [StepFile; 2] = [
        StepFile {
            name: "network",
            only_to_resume: false,
        },
        StepFile {
            name: "replay",
            only_to_resume: true,
        },
    ];

    /// A folder that goes when the test ends.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path =
                std::env::temp_dir().join(format!("spiel_bot-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn config() -> Value {
        json!({"method": "alphazero", "game": "trictrac", "seed": 1, "checkpoint_freq": 3})
    }

    fn commit(run: &RunDirectory, step: u64) {
        let save = |folder: &Path| {
            fs::write(folder.join("network"), step.to_string())?;
            fs::write(folder.join("replay"), "r")
        };
        run.commit(&json!({"step": step}), &config(), &FILES, save)
            .expect("there is room");
    }

    #[test]
    fn steps_are_kept_and_dropped_and_found_again() {
        let scratch = Scratch::new("steps");
        let run = RunDirectory::create(&scratch.0, "{}").expect("the directory is new");
        run.begin_session(&config(), None)
            .expect("nothing is there");
        (1..=5).for_each(|step| commit(&run, step));
        let steps: Vec<u64> = step_folders(&scratch.0)
            .unwrap()
            .into_iter()
            .map(|(step, _)| step)
            .collect();
        assert_eq!(steps, [3, 5]);
        assert!(!scratch.0.join("checkpoints/step-000003/replay").exists());
        let latest = run.latest().unwrap().expect("five steps are done");
        latest.check_files(true).expect("nothing was changed");
        assert_eq!(
            (latest.step, latest.record().unwrap()),
            (5, json!({"step": 5}))
        );
        assert!(
            RunDirectory::resume(&scratch.0).is_err(),
            "the run is locked"
        );
        drop(run);

        // A kill cuts a line, leaves one folder half full and one half empty, and comes before the
        // last line.
        fs::write(
            scratch.0.join("learner.jsonl"),
            "{\"step\":1}\n{\"step\":2}\n{\"st",
        )
        .unwrap();
        for folder in ["unfinished", "dropped"] {
            let folder = scratch.0.join("checkpoints").join(folder);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("network"), "").unwrap();
        }
        let run = RunDirectory::resume(&scratch.0).expect("nobody else has it");
        run.begin_session(&config(), Some(&latest))
            .expect("it can be repaired");
        let lines = fs::read_to_string(scratch.0.join("learner.jsonl")).unwrap();
        assert_eq!(lines, "{\"step\":1}\n{\"step\":2}\n{\"step\":5}\n");
        commit(&run, 6);
        let sessions = read_sealed(&scratch.0.join("run.json")).unwrap()["sessions"].clone();
        assert_eq!(sessions[1]["after_step"], 5);
    }

    #[test]
    fn damage_and_strangers_are_refused() {
        let scratch = Scratch::new("damage");
        let run = RunDirectory::create(&scratch.0, "{}").expect("the directory is new");
        run.begin_session(&config(), None)
            .expect("nothing is there");
        commit(&run, 1);
        drop(run);
        assert!(matches!(
            RunDirectory::create(&scratch.0, "{}"),
            Err(RunError::Refused(_))
        ));
        let latest = Checkpoint::find(&scratch.0).expect("a step is done");
        fs::write(latest.folder.join("network"), "2").unwrap();
        assert!(latest.check_files(false).is_err());
        let manifest = latest.folder.join("checkpoint.json");
        let text = fs::read_to_string(&manifest)
            .unwrap()
            .replace("\"step\": 1", "\"step\": 7");
        fs::write(&manifest, text).unwrap();
        assert!(matches!(
            Checkpoint::find(&scratch.0),
            Err(RunError::Failed(_))
        ));
        let other = Scratch::new("stranger");
        fs::create_dir_all(&other.0).unwrap();
        fs::write(other.0.join("letter"), "").unwrap();
        assert!(matches!(
            RunDirectory::create(&other.0, "{}"),
            Err(RunError::Refused(_))
        ));
        assert!(matches!(
            Checkpoint::find(&other.0),
            Err(RunError::Refused(_))
        ));
    }

    #[test]
    fn games_are_described_as_in_python() {
        let config = json!({"game": "trictrac(holes=3,margot=true,exit_rule=sequential)"});
        let described = described(&config);
        assert_eq!(described["name"], "trictrac");
        let parameters = json!({"holes": 3, "margot": true, "exit_rule": "sequential"});
        assert_eq!(described["parameters"], parameters);
        assert_eq!(described["num_actions"], 514);
    }

    #[test]
    fn times_look_as_expected() {
        let now = timestamp();
        assert!(
            now.len() == 24 && now.starts_with("20") && now.ends_with("+0000"),
            "{now}"
        );
    }
}
