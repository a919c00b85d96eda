#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| deadmove_fuzz::evidence::manifest(data));
