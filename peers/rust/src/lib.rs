// SPDX-License-Identifier: MIT
//
// lib.rs - hashes of crates as C functions, one call for a whole input. Which
// instructions they may use is said to the compiler (../build).

use core::hash::Hasher;
use core::slice;

use highway::HighwayHash;

/// # Safety
/// `data` points to `len` bytes.
unsafe fn bytes<'a>(data: *const u8, len: usize) -> &'a [u8] {
    slice::from_raw_parts(data, len)
}

/// # Safety
/// `out` has room for `from`.
unsafe fn put(out: *mut u8, from: &[u8]) {
    out.copy_from_nonoverlapping(from.as_ptr(), from.len());
}

macro_rules! u64_sides {
    ($($name:ident: |$input:ident, $seed:ident| $value:expr;)*) => {$(
        /// # Safety
        /// As `bytes`.
        #[no_mangle]
        pub unsafe extern "C" fn $name(data: *const u8, len: usize, $seed: u64) -> u64 {
            let $input = bytes(data, len);
            let _ = $seed;
            $value
        }
    )*};
}

/// What assay_u128 returns.
#[repr(C)]
pub struct Value128 {
    lo: u64,
    hi: u64,
}

#[cfg(feature = "gxhash")]
fn value128(number: u128) -> Value128 {
    Value128 { lo: number as u64, hi: (number >> 64) as u64 }
}

macro_rules! u128_sides {
    ($($name:ident: |$input:ident, $seed:ident| $value:expr;)*) => {$(
        /// # Safety
        /// As `bytes`.
        #[no_mangle]
        pub unsafe extern "C" fn $name(data: *const u8, len: usize, $seed: u64) -> Value128 {
            let $input = bytes(data, len);
            let _ = $seed;
            $value
        }
    )*};
}

macro_rules! digest_sides {
    ($($name:ident: |$input:ident, $seed:ident| $value:expr;)*) => {$(
        /// # Safety
        /// As `bytes` and `put`.
        #[no_mangle]
        pub unsafe extern "C" fn $name(data: *const u8, len: usize, $seed: u64, out: *mut u8) {
            let $input = bytes(data, len);
            let _ = $seed;
            put(out, &$value);
        }
    )*};
}

fn written<H: Hasher>(mut hasher: H, input: &[u8]) -> u64 {
    hasher.write(input);
    hasher.finish()
}

u64_sides! {
    peer_fxhash: |input, seed| written(rustc_hash_1::FxHasher::default(), input);
    peer_fxhash2: |input, seed| {
        written(rustc_hash_2::FxHasher::with_seed(seed as usize), input)
    };
    peer_zwohash: |input, seed| written(zwohash::ZwoHasher::default(), input);
    peer_ahash: |input, seed| written(ahash::AHasher::default(), input);
    peer_rapidhash: |input, seed| rapidhash::v3::rapidhash_v3_seeded(
        input, &rapidhash::v3::RapidSecrets::seed_cpp(seed));
    peer_highwayhash_64: |input, seed| highway_hasher().hash64(input);
    peer_crc32c: |input, seed| crc32c::crc32c(input) as u64;
}

u128_sides! {
    peer_highwayhash_128: |input, seed| {
        let [lo, hi] = highway_hasher().hash128(input);
        Value128 { lo, hi }
    };
}

digest_sides! {
    peer_highwayhash_256: |input, seed| words(highway_hasher().hash256(input));
}

#[cfg(feature = "gxhash")]
u64_sides! {
    peer_gxhash32: |input, seed| gxhash::gxhash32(input, seed as i64) as u64;
    peer_gxhash64: |input, seed| gxhash::gxhash64(input, seed as i64);
    peer_gxhasher64: |input, seed| {
        written(gxhash::GxHasher::with_seed(seed as i64), input)
    };
}

#[cfg(feature = "gxhash")]
u128_sides! {
    peer_gxhash128: |input, seed| value128(gxhash::gxhash128(input, seed as i64));
}

/// The bytes of whole words, lowest first.
fn words<const N: usize>(from: [u64; N]) -> [u8; 32] {
    let mut out = [0; 32];
    for (place, word) in out.chunks_exact_mut(8).zip(from) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    out
}

// The crate's own choice, made when the program runs, would not stop at the
// level that is measured.
#[cfg(target_feature = "avx2")]
fn highway_hasher() -> impl HighwayHash {
    unsafe { highway::AvxHash::force_new(highway::Key::default()) }
}

#[cfg(all(target_feature = "sse4.1", not(target_feature = "avx2")))]
fn highway_hasher() -> impl HighwayHash {
    unsafe { highway::SseHash::force_new(highway::Key::default()) }
}

#[cfg(target_arch = "aarch64")]
fn highway_hasher() -> impl HighwayHash {
    unsafe { highway::NeonHash::force_new(highway::Key::default()) }
}

#[cfg(not(any(
    target_feature = "avx2",
    target_feature = "sse4.1",
    target_arch = "aarch64"
)))]
fn highway_hasher() -> impl HighwayHash {
    highway::PortableHash::new(highway::Key::default())
}
