//! The headers declare what the Rust sources define: cbindgen reads the sources, and both sides are
//! compared declaration by declaration.

use std::collections::BTreeSet;
use std::path::Path;

const HEADERS: [&str; 4] = ["board_game.h", "tic_tac_toe.h", "pig.h", "trictrac.h"];
const SOURCES: [&str; 5] = [
    "error.rs",
    "table.rs",
    "config.rs",
    "codes.rs",
    "trictrac.rs",
];
const ENUMS: [&str; 4] = [
    "Error",
    "TrictracPhase",
    "TrictracJan",
    "TrictracReasonKind",
];

/// What cbindgen makes of the sources.
fn generated() -> String {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut config = cbindgen::Config {
        language: cbindgen::Language::C,
        style: cbindgen::Style::Both,
        no_includes: true,
        ..cbindgen::Config::default()
    };
    config.enumeration.prefix_with_name = true;
    config.enumeration.rename_variants = cbindgen::RenameRule::ScreamingSnakeCase;
    config.export.include = ENUMS.map(str::to_owned).to_vec();
    config.function.args = cbindgen::Layout::Horizontal;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(sources.join(source));
    }
    let mut text = Vec::new();
    builder
        .generate()
        .expect("cbindgen reads the sources")
        .write(&mut text);
    String::from_utf8(text).unwrap()
}

fn written() -> String {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let read = |header| std::fs::read_to_string(include.join(header)).unwrap();
    HEADERS.map(read).join("\n")
}

/// The text without comments and preprocessor lines, words one blank apart.
fn bare(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").expect("comments end").1;
    }
    code += rest;
    let lines = code
        .replace("\\\n", " ")
        .lines()
        .filter(|line| !line.trim_start().starts_with('#') && !line.starts_with("extern \"C\" {"))
        .collect::<Vec<_>>()
        .join(" ");
    let mut spaced = String::new();
    for character in lines.chars() {
        match character {
            '*' | '(' | ')' | '{' | '}' | ',' | ';' | '[' | ']' | '=' => {
                spaced.extend([' ', character, ' ']);
            }
            _ => spaced.push(character),
        }
    }
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits code at the `;` that stand in no braces.
fn declarations(code: &str) -> Vec<String> {
    let mut depth = 0;
    let mut found = vec![String::new()];
    for word in code.split(' ') {
        match word {
            "{" => depth += 1,
            // The end of `extern "C"`.
            "}" if depth == 0 => continue,
            "}" => depth -= 1,
            _ => {}
        }
        if word == ";" && depth == 0 {
            found.push(String::new());
        } else {
            let last = found.last_mut().unwrap();
            *last += word;
            last.push(' ');
        }
    }
    found
}

/// Functions, variables and structs, all numbers of errors and codes by their one type, arrays as
/// parameters as the pointers that they are.
fn signatures(text: &str) -> BTreeSet<String> {
    let all = declarations(&bare(text));
    let numbers: Vec<&str> = all
        .iter()
        .filter_map(|declaration| declaration.trim().strip_prefix("typedef int32_t "))
        .collect();
    let plain = |declaration: &String| {
        let words: Vec<&str> = declaration.split_whitespace().collect();
        let mut plain: Vec<String> = Vec::new();
        for (index, &word) in words.iter().enumerate() {
            let is_struct_tag = word == "struct" && words.first() != Some(&"typedef");
            let is_empty_array = word == "[" && words.get(index + 1) == Some(&"]");
            let closes_empty_array = word == "]" && words[index - 1] == "[";
            if is_empty_array {
                let name = plain.pop().expect("an array has a name");
                plain.extend(["*".to_owned(), name]);
            } else if numbers.contains(&word) {
                plain.push("int32_t".to_owned());
            } else if !is_struct_tag && !closes_empty_array {
                plain.push(word.to_owned());
            }
        }
        plain.join(" ")
    };
    all.iter()
        .filter(|declaration| {
            let mut words = declaration.split_whitespace();
            let first = words.next();
            match first {
                None | Some("enum" | "}") => false,
                Some("typedef") => words.next() == Some("struct"),
                Some(_) => true,
            }
        })
        .map(plain)
        .collect()
}

/// The named numbers of all enums, `NAME = 1`.
fn constants(text: &str) -> BTreeSet<String> {
    let code = bare(text);
    let mut found = BTreeSet::new();
    for declaration in declarations(&code) {
        let Some((head, body)) = declaration.split_once('{') else {
            continue;
        };
        if head.trim_start().starts_with("enum") {
            let body = body.trim().trim_end_matches('}');
            let entries = body.split(',').map(str::trim);
            found.extend(entries.filter(|entry| !entry.is_empty()).map(str::to_owned));
        }
    }
    found
}

#[test]
fn the_headers_declare_what_the_sources_define() {
    let (ours, cbindgens) = (signatures(&written()), signatures(&generated()));
    let missing: Vec<_> = cbindgens.difference(&ours).collect();
    let unknown: Vec<_> = ours.difference(&cbindgens).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "only in the sources: {missing:#?}\nonly in the headers: {unknown:#?}"
    );
    let functions = ours.iter().filter(|declaration| declaration.contains('('));
    assert!(functions.count() > 16, "{ours:#?}");
}

#[test]
fn the_headers_number_errors_and_codes_as_the_sources_do() {
    let ours = constants(&written());
    let theirs = generated()
        .replace("ERROR_", "BOARD_GAME_")
        .replace("TRICTRAC_REASON_KIND_", "TRICTRAC_REASON_");
    let theirs = constants(&theirs);
    assert!(theirs.len() > 50, "{theirs:#?}");
    let missing: Vec<_> = theirs.difference(&ours).collect();
    assert!(missing.is_empty(), "not in the headers: {missing:#?}");
}
