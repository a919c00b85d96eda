//! Pixels as dark or light.

use std::ops::Range;

use image::DynamicImage;

use crate::error::MazeError;

/// Pixels between these brightness levels are neither dark nor light; as parts of the range of the
/// picture.
const BETWEEN: (f64, f64) = (0.25, 0.75);
/// The part of pixels that may be neither, for example at the edges of lines.
const MAY_BE_BETWEEN: f64 = 0.05;
/// The least difference between the darkest and the brightest pixel, of 255.
const CONTRAST: u8 = 64;

/// A picture of dark and light pixels.
#[derive(Clone, Debug)]
pub struct Ink {
    width: usize,
    height: usize,
    dark: Vec<bool>,
}

impl Ink {
    /// Decodes a picture file. The background of transparent pixels is white.
    pub fn decode(bytes: &[u8]) -> Result<Ink, MazeError> {
        let picture = image::load_from_memory(bytes).map_err(|error| {
            MazeError::new("picture-unreadable", format!("the picture cannot be read: {error}"))
                .expected("a PNG, BMP, PBM, PGM or PPM file, or a maze as text")
        })?;
        Ink::from_picture(&picture)
    }

    /// Divides the pixels of a picture into dark and light ones.
    pub fn from_picture(picture: &DynamicImage) -> Result<Ink, MazeError> {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let levels: Vec<u8> = match picture.color().has_alpha() {
            false => picture.to_luma8().into_raw(),
            true => picture
                .to_luma_alpha8()
                .pixels()
                .map(|pixel| {
                    let [level, cover] = pixel.0.map(u32::from);
                    ((level * cover + 255 * (255 - cover)) / 255) as u8
                })
                .collect(),
        };
        let (low, high) =
            levels.iter().fold((255, 0), |(low, high), &level| (level.min(low), level.max(high)));
        if levels.is_empty() || high.saturating_sub(low) < CONTRAST {
            let message = format!(
                "all {width}×{height} pixels are about equally bright ({low} to {high} of 255)"
            );
            return Err(MazeError::new("picture-without-contrast", message)
                .expected("dark and light pixels"));
        }
        let level = |part: f64| f64::from(low) + part * f64::from(high - low);
        let (from, to) = (level(BETWEEN.0), level(BETWEEN.1));
        let between =
            levels.iter().filter(|&&level| (from..to).contains(&f64::from(level))).count();
        let part = between as f64 / levels.len() as f64;
        if part > MAY_BE_BETWEEN {
            let message = format!(
                "{:.0} % of the pixels are neither dark nor light ({from:.0} to {to:.0} of 255)",
                100.0 * part
            );
            return Err(MazeError::new("picture-grey", message)
                .expected("walls and roads of two clearly different colours"));
        }
        let middle = level(0.5);
        let dark = levels.iter().map(|&level| f64::from(level) < middle).collect();
        Ok(Ink { width, height, dark })
    }

    /// Width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Whether the pixel at (x, y), from 0, is dark.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        self.dark[y * self.width + x]
    }

    /// The smallest rectangle with all dark, or all light, pixels.
    pub(super) fn bounds(&self, dark: bool) -> (Range<usize>, Range<usize>) {
        let row = |y: usize| &self.dark[y * self.width..(y + 1) * self.width];
        let rows: Vec<usize> = (0..self.height).filter(|&y| row(y).contains(&dark)).collect();
        let down = rows[0]..rows[rows.len() - 1] + 1;
        let (mut left, mut right) = (self.width, 0);
        for y in down.clone() {
            let row = row(y);
            left = left.min(row.iter().position(|&pixel| pixel == dark).unwrap_or(left));
            right = right.max(row.iter().rposition(|&pixel| pixel == dark).unwrap_or(right));
        }
        (left..right + 1, down)
    }

    /// For each x of a rectangle, from its left, the first y where the pixel differs from its left
    /// neighbour; none for the first x.
    pub(super) fn changes_across(
        &self,
        across: &Range<usize>,
        down: &Range<usize>,
    ) -> Vec<Option<usize>> {
        let mut changes = vec![None; across.len()];
        for y in down.clone() {
            let row = &self.dark[y * self.width..][across.clone()];
            for (x, pair) in row.windows(2).enumerate() {
                if pair[0] != pair[1] && changes[x + 1].is_none() {
                    changes[x + 1] = Some(y);
                }
            }
        }
        changes
    }

    /// The same for rows.
    pub(super) fn changes_down(
        &self,
        across: &Range<usize>,
        down: &Range<usize>,
    ) -> Vec<Option<usize>> {
        let mut changes = vec![None; down.len()];
        for y in down.clone().skip(1) {
            let (above, row) = (&self.dark[(y - 1) * self.width..], &self.dark[y * self.width..]);
            changes[y - down.start] = across.clone().find(|&x| above[x] != row[x]);
        }
        changes
    }
}
