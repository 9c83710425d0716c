//! Names the shared library by the version of its interface: programs linked to one do not start
//! with another.

/// Raised with every change that breaks programs that are compiled already.
const INTERFACE_VERSION: u32 = 0;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libtrictrac.so.{INTERFACE_VERSION}");
}
