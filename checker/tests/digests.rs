//! SHA-256 on the examples of the standard.

use deadmove_checker::sha256;

#[test]
fn gives_the_digests_of_the_standard() {
    let tests = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ];
    for (text, digest) in tests {
        assert_eq!(sha256(text.as_bytes()), digest);
    }
    let million = vec![b'a'; 1_000_000];
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    assert_eq!(sha256(&million), digest);
}
