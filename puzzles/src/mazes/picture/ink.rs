//! Pixels as dark, light or coloured.
//!
//! A colour is neither wall nor road by itself: a line that shows a solution or a mark may be as
//! dark as a wall. The two main colours of a picture are its walls and roads, in shades of grey if
//! there are two; what has another colour is a road.

use std::ops::Range;

use image::{DynamicImage, GenericImageView as _, Rgba};

use deadmove_core::error::{ErrorKind, InputError};

/// Pixels between the two main colours are neither; as parts of the way from one to the other.
const BETWEEN: (f64, f64) = (0.25, 0.75);
/// The part of pixels that may be neither, for example at the edges of lines.
const MAY_BE_BETWEEN: f64 = 0.05;
/// The least difference in brightness between the two main colours, of 255.
const CONTRAST: f64 = 64.0;
/// How far the channels of a grey may differ.
const GREY: f64 = 40.0;
/// Pixels farther than this from the line between the two main colours have a colour of their own.
const OTHER: f64 = 60.0;

/// What a pixel may be: a wall if its shade is that of the walls, otherwise a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shade {
    Dark,
    Light,
    /// A colour that is neither of the two main ones. It is a road: a line or a mark.
    Other,
}

/// A picture of dark and light pixels, and some in other colours.
#[derive(Clone, Debug)]
pub struct Ink {
    pub(super) width: usize,
    pub(super) height: usize,
    pixels: Vec<Shade>,
}

impl Ink {
    /// Decodes a picture file. The background of transparent pixels is white.
    ///
    /// # Errors
    /// If the bytes are no picture of a known format, or it is too large.
    pub fn decode(bytes: &[u8]) -> Result<Ink, InputError> {
        let unreadable = |why: String| {
            InputError::new(ErrorKind::PictureUnreadable, why)
                .expected("a PNG, BMP, PBM, PGM or PPM file, or a maze as text")
        };
        if bytes.is_empty() {
            return Err(unreadable("the picture is an empty file".into()));
        }
        let picture = image::load_from_memory(bytes)
            .map_err(|error| unreadable(format!("the picture cannot be read: {error}")))?;
        Ink::from_picture(&picture)
    }

    /// Divides the pixels of a picture into dark, light and coloured ones.
    ///
    /// # Errors
    /// If walls and way cannot be told apart by their brightness.
    pub fn from_picture(picture: &DynamicImage) -> Result<Ink, InputError> {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let pixels = picture.pixels().map(|(_, _, Rgba([red, green, blue, cover]))| {
            let cover = u32::from(cover);
            let on_white = |level| ((u32::from(level) * cover + 255 * (255 - cover)) / 255) as u8;
            [red, green, blue].map(on_white)
        });
        Ok(Ink { width, height, pixels: shades(pixels)? })
    }

    /// How many pixels have a colour of their own.
    pub(crate) fn coloured(&self) -> usize {
        self.pixels.iter().filter(|&&shade| shade == Shade::Other).count()
    }

    /// Whether the pixel has a colour of its own.
    pub(super) fn is_coloured(&self, x: usize, y: usize) -> bool {
        self.pixels[y * self.width + x] == Shade::Other
    }

    /// Whether the pixel at (x, y), from 0, is a wall, if dark or if light pixels are.
    pub(super) fn is_wall(&self, dark: bool, x: usize, y: usize) -> bool {
        self.pixels[y * self.width + x] == wall(dark)
    }

    /// The smallest rectangle with all pixels of the maze: its walls, and what is coloured.
    pub(super) fn bounds(&self, dark: bool) -> (Range<usize>, Range<usize>) {
        let paper = wall(!dark);
        let row = |y: usize| &self.pixels[y * self.width..(y + 1) * self.width];
        let inked = |y: &usize| row(*y).iter().any(|&shade| shade != paper);
        let rows: Vec<usize> = (0..self.height).filter(inked).collect();
        let down = rows[0]..rows[rows.len() - 1] + 1;
        let (mut left, mut right) = (self.width, 0);
        for y in down.clone() {
            let row = row(y);
            left = left.min(row.iter().position(|&shade| shade != paper).unwrap_or(left));
            right = right.max(row.iter().rposition(|&shade| shade != paper).unwrap_or(right));
        }
        (left..right + 1, down)
    }

    /// For each x of a rectangle, from its left, the first y where a wall begins or ends; none for
    /// the first x.
    pub(super) fn changes_across(
        &self,
        dark: bool,
        across: &Range<usize>,
        down: &Range<usize>,
    ) -> Vec<Option<usize>> {
        let mut changes = vec![None; across.len()];
        for y in down.clone() {
            let row = &self.pixels[y * self.width..][across.clone()];
            for (x, pair) in row.windows(2).enumerate() {
                if (pair[0] == wall(dark)) != (pair[1] == wall(dark)) && changes[x + 1].is_none() {
                    changes[x + 1] = Some(y);
                }
            }
        }
        changes
    }

    /// The same for rows.
    pub(super) fn changes_down(
        &self,
        dark: bool,
        across: &Range<usize>,
        down: &Range<usize>,
    ) -> Vec<Option<usize>> {
        let mut changes = vec![None; down.len()];
        for y in down.clone().skip(1) {
            changes[y - down.start] =
                across.clone().find(|&x| self.is_wall(dark, x, y - 1) != self.is_wall(dark, x, y));
        }
        changes
    }
}

/// The shade of walls.
fn wall(dark: bool) -> Shade {
    if dark { Shade::Dark } else { Shade::Light }
}

type InkColour = [f64; 3];

fn brightness([red, green, blue]: InkColour) -> f64 {
    0.299 * red + 0.587 * green + 0.114 * blue
}

fn dot(one: InkColour, other: InkColour) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn minus(one: InkColour, other: InkColour) -> InkColour {
    [0, 1, 2].map(|at| one[at] - other[at])
}

/// The shade of each pixel, by the two main colours.
fn shades(pixels: impl Iterator<Item = [u8; 3]> + Clone) -> Result<Vec<Shade>, InputError> {
    let (dark, light) = main_colours(pixels.clone())?;
    let way = minus(light, dark);
    let length = dot(way, way);
    let mut between = 0usize;
    let shade = |pixel: [u8; 3]| {
        let from_dark = minus(pixel.map(f64::from), dark);
        let part = dot(from_dark, way) / length;
        let aside = minus(from_dark, way.map(|channel| channel * part));
        if dot(aside, aside) > OTHER * OTHER {
            return Shade::Other;
        }
        between += usize::from((BETWEEN.0..BETWEEN.1).contains(&part));
        if part < 0.5 { Shade::Dark } else { Shade::Light }
    };
    let shades: Vec<Shade> = pixels.map(shade).collect();
    let part = between as f64 / shades.len() as f64;
    if part > MAY_BE_BETWEEN {
        let message = format!(
            "{:.0} % of the pixels are neither dark nor light, with levels of {:.0} and {:.0} of 255",
            100.0 * part,
            brightness(dark),
            brightness(light)
        );
        return Err(InputError::new(ErrorKind::PictureGrey, message)
            .expected("walls and roads of two clearly different colours"));
    }
    Ok(shades)
}

/// The colours of walls and roads, the darker one first: the most frequent grey, and the most
/// frequent one that differs from it clearly, a grey if it is not rare.
fn main_colours(
    pixels: impl Iterator<Item = [u8; 3]>,
) -> Result<(InkColour, InkColour), InputError> {
    // Five bits for each channel.
    let mut counts = vec![0usize; 1 << 15];
    for [red, green, blue] in pixels {
        let bits = |level: u8| usize::from(level >> 3);
        counts[bits(red) << 10 | bits(green) << 5 | bits(blue)] += 1;
    }
    let all: usize = counts.iter().sum();
    let mut seen: Vec<(usize, InkColour)> = counts
        .into_iter()
        .enumerate()
        .filter(|&(_, count)| count > 0)
        .map(|(bits, count)| {
            (count, [10, 5, 0].map(|shift| ((bits >> shift & 31) * 255) as f64 / 31.0))
        })
        .collect();
    seen.sort_by_key(|&(count, _)| usize::MAX - count);
    let is_grey =
        |[red, green, blue]: InkColour| red.max(green).max(blue) - red.min(green).min(blue) <= GREY;
    let is_frequent = |count: usize| count as f64 > MAY_BE_BETWEEN * all as f64;
    let greys = || seen.iter().filter(|(_, colour)| is_grey(*colour));
    let first = greys().find(|(count, _)| is_frequent(*count)).or(seen.first());
    let second = first.and_then(|(_, first)| {
        let differs = |(_, other): &&(usize, InkColour)| {
            (brightness(*first) - brightness(*other)).abs() >= CONTRAST
        };
        let grey = greys().find(differs);
        let any = seen.iter().find(differs);
        grey.filter(|(count, _)| is_frequent(*count)).or(any)
    });
    match (first, second) {
        (Some((_, one)), Some((_, other))) if brightness(*one) < brightness(*other) => {
            Ok((*one, *other))
        }
        (Some((_, one)), Some((_, other))) => Ok((*other, *one)),
        _ => Err(InputError::new(
            ErrorKind::PictureWithoutContrast,
            format!("all {all} pixels are about equally bright"),
        )
        .expected("dark and light pixels")),
    }
}
