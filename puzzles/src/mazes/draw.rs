//! Solved mazes as pictures, with a legend.

use std::io::Cursor;
use std::path::Path;

use image::codecs::pnm::{PnmEncoder, PnmSubtype, SampleEncoding};
use image::{GrayImage, ImageError, ImageFormat, ImageResult, Luma, Rgb, RgbImage};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};

use crate::mazes::grid::GridMaze;
use crate::mazes::picture::Reading;
use crate::mazes::solution::{FieldLayer, Solution};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;

const WALL: Rgb<u8> = Rgb([0x33, 0x3d, 0x4b]);
const FILLED: Rgb<u8> = Rgb([0xd9, 0xd4, 0xc8]);
const LEFT: Rgb<u8> = Rgb([0xf2, 0xa6, 0x54]);
const EXACT: Rgb<u8> = Rgb([0xa9, 0xd6, 0xee]);
const PATH: Rgb<u8> = Rgb([0xc8, 0x2f, 0x4b]);
const PAPER: Rgb<u8> = Rgb([0xff, 0xff, 0xff]);
const TEXT: Rgb<u8> = Rgb([0x22, 0x28, 0x31]);
const ENTRANCE: Rgb<u8> = Rgb([0x1f, 0x8a, 0x5b]);
const EXIT: Rgb<u8> = Rgb([0x5b, 0x3f, 0xa8]);

/// The most pixels of a picture, with its legend: 40 million take 120 MB.
const MOST_PIXELS: usize = 40_000_000;

const LINE: usize = 22;
const MARGIN: usize = 12;
const SWATCH: usize = 14;

/// The pixel coordinates of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PixelLayout {
    /// Where columns begin, and where the last ends, in pixels.
    columns: Vec<usize>,
    /// The same for rows.
    rows: Vec<usize>,
}

impl PixelLayout {
    /// Squares that make a picture of about a thousand pixels.
    pub fn even(maze: &GridMaze) -> PixelLayout {
        let (width, height) = (maze.grid.width, maze.grid.height);
        let side = (1000 / width.max(height)).clamp(1, 28);
        let lines = |fields: usize| (0..=fields).map(|at| at * side).collect();
        PixelLayout { columns: lines(width), rows: lines(height) }
    }

    /// As in the picture that was read, enlarged by a whole factor if that is small.
    pub fn like(reading: &Reading) -> PixelLayout {
        let longest = reading.columns.fields().max(reading.rows.fields());
        let span = |lines: &[usize]| lines[lines.len() - 1] - lines[0];
        let pixels = span(&reading.columns.lines).max(span(&reading.rows.lines));
        let scale = (1000 / pixels).clamp(1, (28 * longest / pixels).max(1));
        let lines = |lines: &[usize]| lines.iter().map(|at| (at - lines[0]) * scale).collect();
        PixelLayout { columns: lines(&reading.columns.lines), rows: lines(&reading.rows.lines) }
    }

    fn width(&self) -> usize {
        self.columns[self.columns.len() - 1]
    }

    fn height(&self) -> usize {
        self.rows[self.rows.len() - 1]
    }
}

/// The bytes of a picture of a solved maze; the extension of the file decides the format. A PBM
/// picture has no colours and no legend: walls and filled fields are dark.
///
/// # Errors
/// If the extension names no known format, or the picture would be too large.
pub fn draw(
    maze: &GridMaze,
    solution: &Solution,
    layout: &PixelLayout,
    file: &Path,
) -> Result<Vec<u8>, InputError> {
    let unwritable = |error: ImageError| {
        InputError::new(
            ErrorKind::FileUnwritable,
            format!("the picture cannot be encoded: {error}"),
        )
    };
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let format = match ending.as_deref() {
        Some("png") => ImageFormat::Png,
        Some("bmp") => ImageFormat::Bmp,
        Some("ppm") => ImageFormat::Pnm,
        Some("pbm") => return bits(maze, solution).map_err(unwritable),
        _ => {
            let message = format!("{} is no kind of picture to write", file.shown());
            return Err(InputError::new(ErrorKind::PictureUnknown, message)
                .expected("a file that ends in .png, .bmp, .ppm, .pbm or .txt"));
        }
    };
    let mut bytes = Cursor::new(Vec::new());
    picture(maze, solution, layout)?.write_to(&mut bytes, format).map_err(unwritable)?;
    Ok(bytes.into_inner())
}

/// One pixel for each field: roads that are not filled are white.
fn bits(maze: &GridMaze, solution: &Solution) -> ImageResult<Vec<u8>> {
    let grid = &maze.grid;
    let image = GrayImage::from_fn(grid.width as u32, grid.height as u32, |x, y| {
        let field = grid.field(x as usize + 1, y as usize + 1);
        Luma([u8::from(grid.is_road(field) && !solution.filled[field])])
    });
    let mut bytes = Vec::new();
    let kind = PnmSubtype::Bitmap(SampleEncoding::Binary);
    image.write_with_encoder(PnmEncoder::new(&mut bytes).with_subtype(kind))?;
    Ok(bytes)
}

/// Draws a solved maze.
pub(crate) fn picture(
    maze: &GridMaze,
    solution: &Solution,
    layout: &PixelLayout,
) -> Result<RgbImage, InputError> {
    let grid = &maze.grid;
    let mut image = paper(layout, &legend(maze, solution))?;
    let area = |field: usize| {
        let (column, row) = grid.place(field);
        let (columns, rows) = (&layout.columns, &layout.rows);
        [columns[column - 1], rows[row - 1], columns[column], rows[row]]
    };
    fill(&mut image, [0, 0, layout.width(), layout.height()], WALL);
    for field in grid.roads() {
        let colour = match solution.layer(maze, field) {
            FieldLayer::Wall => WALL,
            FieldLayer::Filled => FILLED,
            FieldLayer::Left => LEFT,
            FieldLayer::Exact | FieldLayer::Path => EXACT,
        };
        fill(&mut image, area(field), colour);
    }
    let stroke = stroke(layout);
    let middle = |field: usize| {
        let [left, top, right, bottom] = area(field);
        let at = |from: usize, to: usize| (from + to).saturating_sub(stroke) / 2;
        (at(left, right), at(top, bottom))
    };
    for pair in solution.path.iter().flat_map(|path| path.windows(2)) {
        let ((x, y), (u, v)) = (middle(pair[0]), middle(pair[1]));
        fill(&mut image, [x.min(u), y.min(v), x.max(u) + stroke, y.max(v) + stroke], PATH);
    }
    for (field, colour) in [(maze.entrance, ENTRANCE), (maze.exit, EXIT)] {
        let [left, top, right, bottom] = area(field);
        let inset = |length: usize| if length > 7 { length / 6 } else { 0 };
        let (x, y) = (inset(right - left), inset(bottom - top));
        fill(&mut image, [left + x, top + y, right - x, bottom - y], colour);
    }
    Ok(image)
}

/// Two fifths of the width of a road; where columns and rows differ, of the narrower ones.
fn stroke(layout: &PixelLayout) -> usize {
    let roads = |lines: &[usize]| {
        let widths: Vec<usize> = lines.windows(2).map(|pair| pair[1] - pair[0]).collect();
        widths.iter().skip(1).step_by(2).chain(widths.first()).copied().max().unwrap_or(1)
    };
    (roads(&layout.columns).min(roads(&layout.rows)) * 2 / 5).max(1)
}

fn legend(maze: &GridMaze, solution: &Solution) -> Vec<(Rgb<u8>, String)> {
    let path = solution
        .path
        .as_ref()
        .map_or("no way".into(), |path| format!("shortest path: {} steps", path.len() - 1));
    let grid = &maze.grid;
    vec![
        (PATH, path),
        (EXACT, format!("on some path: {} fields", solution.exact_count)),
        (LEFT, format!("left, but on no path: {}", solution.left_count())),
        (FILLED, format!("filled: {}", solution.filled_count)),
        (ENTRANCE, format!("entrance {}", grid.name(maze.entrance))),
        (EXIT, format!("exit {}", grid.name(maze.exit))),
    ]
}

/// A white image with the entries of the legend in columns below the maze. Fails if it would
/// have too many pixels: below a maze of a few long rows the legend is most of the picture.
fn paper(layout: &PixelLayout, legend: &[(Rgb<u8>, String)]) -> Result<RgbImage, InputError> {
    let letter = get_raster('m', FontWeight::Regular, RasterHeight::Size16).expect("a letter");
    let letter = letter.width();
    let longest = legend.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let entry = SWATCH + 8 + longest * letter + 2 * MARGIN;
    let abreast = (layout.width() / entry).clamp(1, legend.len());
    let width = layout.width().max(entry);
    let lines = legend.len().div_ceil(abreast);
    let height = layout.height() + 2 * MARGIN + lines * LINE;
    if width.saturating_mul(height) > MOST_PIXELS {
        let message = format!("the picture would have {width}×{height} pixels");
        return Err(InputError::new(ErrorKind::PictureTooLarge, message)
            .expected("at most 40 million pixels, or a file that ends in .pbm or .txt"));
    }
    let mut image = RgbImage::from_pixel(width as u32, height as u32, PAPER);
    for (number, (colour, text)) in legend.iter().enumerate() {
        let x = MARGIN + number / lines * entry;
        let y = layout.height() + MARGIN + number % lines * LINE;
        let down = (LINE - SWATCH) / 2;
        fill(&mut image, [x, y + down, x + SWATCH, y + down + SWATCH], *colour);
        write(&mut image, text, x + SWATCH + 8, y + (LINE - 16) / 2);
    }
    Ok(image)
}

/// Fills a rectangle (left, top, right, bottom), clipped at the edge: a stroke may be wider
/// than the wall it goes through.
fn fill(image: &mut RgbImage, [left, top, right, bottom]: [usize; 4], colour: Rgb<u8>) {
    let (width, height) = (image.width() as usize, image.height() as usize);
    for y in top..bottom.min(height) {
        for x in left..right.min(width) {
            image.put_pixel(x as u32, y as u32, colour);
        }
    }
}

fn write(image: &mut RgbImage, text: &str, x: usize, y: usize) {
    let mut x = x;
    for letter in text.chars() {
        let Some(raster) = get_raster(letter, FontWeight::Regular, RasterHeight::Size16) else {
            continue;
        };
        for (down, line) in raster.raster().iter().enumerate() {
            for (right, &cover) in line.iter().enumerate() {
                let mix = |paper: u8, ink: u8| {
                    let [paper, ink, cover] = [paper, ink, cover].map(u32::from);
                    ((ink * cover + paper * (255 - cover)) / 255) as u8
                };
                let at = ((x + right) as u32, (y + down) as u32);
                if at.0 < image.width() && at.1 < image.height() {
                    let pixel = image.get_pixel_mut(at.0, at.1);
                    pixel.0 = std::array::from_fn(|part| mix(pixel.0[part], TEXT.0[part]));
                }
            }
        }
        x += raster.width();
    }
}
