//! Pictures that are drawn for the test, read again, or refused with what is seen in them.

use std::path::Path;

use deadmove_core::error::InputError;
use deadmove_puzzles::mazes::picture::{Ink, PictureOptions, Reading, Walls, Widths, read};
use deadmove_puzzles::mazes::{GridMaze, Openings, PixelLayout, draw, solve, text};
use image::{DynamicImage, GrayImage, ImageFormat, Luma, LumaA};
use insta::assert_snapshot;
use proptest::prelude::*;

use crate::generate;

/// A maze with walls and roads of these widths, on paper of this margin.
#[derive(Clone, Copy)]
struct Look {
    across: (usize, usize),
    down: (usize, usize),
    margin: usize,
    light_walls: bool,
}

const PLAIN: Look = Look { across: (2, 4), down: (2, 4), margin: 0, light_walls: false };

fn lines(fields: usize, (wall, road): (usize, usize), margin: usize) -> Vec<usize> {
    let width = |at: usize| if at.is_multiple_of(2) { wall } else { road };
    let ends = (0..fields).scan(margin, |end, at| {
        *end += width(at);
        Some(*end)
    });
    [margin].into_iter().chain(ends).collect()
}

fn paint(maze: &GridMaze, look: Look) -> GrayImage {
    let grid = &maze.grid;
    let columns = lines(grid.width, look.across, look.margin);
    let rows = lines(grid.height, look.down, look.margin);
    let (wall, road) = if look.light_walls { (255, 0) } else { (0, 255) };
    let size = |lines: &[usize]| (lines[lines.len() - 1] + look.margin) as u32;
    let mut picture = GrayImage::from_pixel(size(&columns), size(&rows), Luma([road]));
    for row in 1..=grid.height {
        for column in 1..=grid.width {
            if !grid.is_road(grid.field(column, row)) {
                for y in rows[row - 1]..rows[row] {
                    for x in columns[column - 1]..columns[column] {
                        picture.put_pixel(x as u32, y as u32, Luma([wall]));
                    }
                }
            }
        }
    }
    picture
}

fn read_file(file: &Path, options: &PictureOptions) -> Result<Reading, InputError> {
    read(&Ink::decode(&std::fs::read(file).unwrap())?, options)
}

fn see(picture: impl Into<DynamicImage>, options: &PictureOptions) -> Result<Reading, InputError> {
    read(&Ink::from_picture(&picture.into())?, options)
}

fn see_plainly(picture: impl Into<DynamicImage>) -> Result<Reading, InputError> {
    see(picture, &PictureOptions::default())
}

#[test]
fn walls_of_2_and_roads_of_4_pixels_in_602_are_201_by_201_fields() {
    let maze = generate::rooms(100, 100, 40, 7);
    let picture = paint(&maze, PLAIN);
    assert_eq!(picture.dimensions(), (602, 602));
    let reading = see_plainly(picture).unwrap();
    assert_eq!((reading.columns.fields(), reading.columns.widths), (201, Some((2, 4))));
    assert_eq!(reading.maze, maze);
}

#[test]
fn every_kind_of_file_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let maze = generate::rooms(6, 4, 3, 1);
    let picture = paint(&maze, PLAIN);
    for ending in ["png", "bmp", "pgm"] {
        let file = folder.path().join(format!("maze.{ending}"));
        picture.save(&file).unwrap();
        assert_eq!(read_file(&file, &PictureOptions::default()).unwrap().maze, maze, "{ending}");
    }
    // A dark pixel is a 1 in this one.
    let mut plain = format!("P1\n# made for a test\n{} {}\n", picture.width(), picture.height());
    for pixel in picture.pixels() {
        plain += if pixel.0[0] == 0 { "1 " } else { "0 " };
    }
    let file = folder.path().join("maze.pbm");
    std::fs::write(&file, plain).unwrap();
    assert_eq!(read_file(&file, &PictureOptions::default()).unwrap().maze, maze);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn widths_margins_and_colours_do_not_matter(
        rooms in (4usize..12, 4usize..12),
        across in (1usize..7, 1usize..7),
        down in (1usize..7, 1usize..7),
        margin in 0usize..9,
        light_walls: bool,
        seed: u64,
    ) {
        let maze = generate::rooms(rooms.0, rooms.1, 2, seed);
        let look = Look { across, down, margin, light_walls };
        let reading = see_plainly(paint(&maze, look)).unwrap();
        prop_assert_eq!(reading.columns.widths, Some(across));
        prop_assert_eq!(reading.rows.widths, Some(down));
        prop_assert_eq!(reading.dark_walls, !light_walls);
        prop_assert_eq!(reading.maze, maze);
    }

    #[test]
    fn any_pixels_are_read_or_refused(
        (width, height, pixels) in (1u32..20, 1u32..20).prop_flat_map(|(width, height)| {
            let pixels = prop::collection::vec(prop::sample::select(vec![0u8, 20, 128, 255]),
                (width * height) as usize);
            (Just(width), Just(height), pixels)
        }),
    ) {
        let picture = GrayImage::from_raw(width, height, pixels).unwrap();
        for widths in [Widths::Found, Widths::Strips, Widths::Given { wall: 1, road: 2 }] {
            let _ = see(picture.clone(), &PictureOptions { widths, ..PictureOptions::default() });
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        kind in 0..4,
    ) {
        let head: &[u8] = [&b"P1\n3 3\n"[..], b"P4 9 9 ", b"BM", b"\x89PNG\r\n\x1a\n"][kind as usize];
        let _ = Ink::decode(&[head, &bytes].concat());
    }
}

#[test]
fn a_transparent_background_is_paper() {
    let maze = generate::rooms(5, 5, 0, 3);
    let picture = paint(&maze, PLAIN);
    let clear = image::ImageBuffer::from_fn(picture.width(), picture.height(), |x, y| {
        let wall = picture.get_pixel(x, y).0[0] == 0;
        LumaA([0u8, if wall { 255 } else { 0 }])
    });
    assert_eq!(see_plainly(clear).unwrap().maze, maze);
}

#[test]
fn strips_of_any_width_can_be_read_if_asked_for() {
    let maze = text::read("#S###\n#   #\n# # #\n#   #\n###E#\n", &Openings::default()).unwrap();
    let (columns, rows) = ([0u32, 3, 10, 12, 20, 21], [0u32, 1, 7, 15, 18, 23]);
    let mut picture = GrayImage::from_pixel(21, 23, Luma([0]));
    for field in maze.grid.roads() {
        let (column, row) = maze.grid.place(field);
        for y in rows[row - 1]..rows[row] {
            for x in columns[column - 1]..columns[column] {
                picture.put_pixel(x, y, Luma([255]));
            }
        }
    }
    let fault = see_plainly(picture.clone()).unwrap_err();
    assert_eq!(fault.kind, "widths-unclear");
    let strips = PictureOptions { widths: Widths::Strips, ..PictureOptions::default() };
    assert_eq!(see(picture, &strips).unwrap().maze, maze);
}

#[test]
fn what_is_not_clear_is_refused_with_what_was_seen() {
    let maze = generate::rooms(8, 6, 2, 5);
    let good = paint(&maze, PLAIN);
    let mut refused = Vec::new();
    let mut refuse = |name: &str, picture: DynamicImage, options: &PictureOptions| {
        let fault = see(picture, options).expect_err(name);
        refused.push(format!("{name}\n  {}: {fault}\n", fault.kind.word()));
    };
    let plain = PictureOptions::default();
    let grey = GrayImage::from_pixel(30, 20, Luma([200]));
    refuse("one colour", grey.into(), &plain);
    let shades = GrayImage::from_fn(64, 64, |x, _| Luma([(4 * x) as u8]));
    refuse("shades of grey", shades.into(), &plain);
    let mut speck = good.clone();
    speck.put_pixel(5, 9, Luma([0]));
    refuse("a speck", speck.clone().into(), &plain);
    let mut third = good.clone();
    for (x, y) in [(0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4), (0, 5), (1, 5)] {
        third.put_pixel(x, y, Luma([255]));
    }
    refuse("three gaps", third.into(), &plain);
    let mut closed = good.clone();
    for x in 0..good.width() {
        closed.put_pixel(x, 0, Luma([0]));
        closed.put_pixel(x, 1, Luma([0]));
    }
    refuse("one gap", closed.clone().into(), &plain);
    let given = |wall, road| PictureOptions { widths: Widths::Given { wall, road }, ..plain };
    refuse("wrong widths", good.clone().into(), &given(3, 3));
    refuse("widths that do not fit", good.clone().into(), &given(2, 2));
    refuse("a speck, widths given", speck.into(), &given(2, 4));
    let outside = Openings { from: Some((40, 1)), to: Some((2, 2)) };
    refuse(
        "outside",
        good.clone().into(),
        &PictureOptions { openings: outside, walls: Some(Walls::Dark), ..plain },
    );
    let wall = Openings { from: Some((1, 1)), to: Some((2, 2)) };
    refuse(
        "a wall",
        good.clone().into(),
        &PictureOptions { openings: wall, walls: Some(Walls::Dark), ..plain },
    );
    let same = Openings { from: Some((2, 2)), to: Some((2, 2)) };
    refuse(
        "the same",
        good.clone().into(),
        &PictureOptions { openings: same, walls: Some(Walls::Dark), ..plain },
    );
    // With light walls these openings would be roads.
    let small = text::read("# ###\n#   #\n### #\n#   #\n# ###\n", &Openings::default()).unwrap();
    let wall = Openings { from: Some((2, 1)), to: Some((3, 5)) };
    refuse(
        "a wall, dark or light",
        paint(&small, PLAIN).into(),
        &PictureOptions { openings: wall, ..plain },
    );
    let cut = image::imageops::crop_imm(&good, 0, 0, good.width() - 2, good.height()).to_image();
    refuse("a road at the end", cut.into(), &given(2, 4));
    // A wall closes the top, but the entrance is given.
    let from = Openings { from: Some((2, 2)), to: None };
    let reading = see(closed, &PictureOptions { openings: from, ..plain }).unwrap();
    assert_eq!(reading.maze.grid.place(reading.maze.entrance), (2, 2));
    assert_eq!(reading.maze.exit, maze.exit);
    assert_snapshot!(refused.concat());
}

#[test]
fn text_that_is_no_maze_is_refused_at_its_place() {
    let read = |maze: &str| text::read(maze, &Openings::default()).unwrap_err().to_string();
    let wrong = [
        "",
        "\n\n",
        "##\n##\n",
        "S##\n#E\n",
        "S#\n#E#\n",
        "S?E\n",
        "SSE\n",
        "S#E\nE##\n",
        "####\n#  #\n#  #\n####\n",
        "# ##\n#  #\n####\n",
        "S\n#\n",
        "    \n#  #\n####\n",
        "\n####\n    \n####\n",
    ];
    let all: Vec<String> =
        wrong.iter().map(|maze| format!("{maze:?}\n  {}\n", read(maze))).collect();
    assert_snapshot!(all.concat().trim());
}

#[test]
fn a_path_through_a_wall_thinner_than_its_stroke_ends_at_the_edge_of_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let wall = "#".repeat(61);
    let dents = format!("{}#", "# ".repeat(30));
    let maze = format!("{wall}\n{}\n{dents}\n{dents}\n{wall}\n", " ".repeat(61));
    let maze = text::read(&maze, &Openings::default()).unwrap();
    let look = Look { across: (2, 20), down: (2, 20), ..PLAIN };
    let reading = see(
        paint(&maze, look),
        &PictureOptions { walls: Some(Walls::Dark), ..PictureOptions::default() },
    );
    let reading = reading.unwrap();
    let file = folder.path().join("solved.png");
    std::fs::write(
        &file,
        draw(&reading.maze, &solve(&reading.maze), &PixelLayout::like(&reading), &file).unwrap(),
    )
    .unwrap();
    assert!(image::open(&file).is_ok());
}

#[test]
fn a_solved_maze_is_drawn_in_its_own_widths_with_the_colours_of_its_layers() {
    let folder = tempfile::tempdir().unwrap();
    let maze = text::read(include_str!("../cases/mazes/bridge.txt"), &Openings::default()).unwrap();
    let solution = solve(&maze);
    let file = folder.path().join("solved.png");
    std::fs::write(&file, draw(&maze, &solution, &PixelLayout::even(&maze), &file).unwrap())
        .unwrap();
    let picture = image::open(&file).unwrap().to_rgb8();
    let corner = |column: u32, row: u32| picture.get_pixel(28 * column - 27, 28 * row - 27).0;
    let middle = |column: u32, row: u32| picture.get_pixel(28 * column - 14, 28 * row - 14).0;
    assert_eq!((corner(1, 1), middle(1, 1)), ([0x33, 0x3d, 0x4b], [0x33, 0x3d, 0x4b]));
    assert_eq!((corner(4, 2), middle(9, 4)), ([0xd9, 0xd4, 0xc8], [0xd9, 0xd4, 0xc8]));
    assert_eq!((corner(6, 2), middle(4, 4)), ([0xf2, 0xa6, 0x54], [0xf2, 0xa6, 0x54]));
    assert_eq!((corner(2, 4), middle(2, 4)), ([0xa9, 0xd6, 0xee], [0xc8, 0x2f, 0x4b]));
    assert_eq!((middle(2, 1), middle(10, 11)), ([0x1f, 0x8a, 0x5b], [0x5b, 0x3f, 0xa8]));
    for (name, kind) in
        [("a.bmp", ImageFormat::Bmp), ("a.ppm", ImageFormat::Pnm), ("a.pbm", ImageFormat::Pnm)]
    {
        let file = folder.path().join(name);
        std::fs::write(&file, draw(&maze, &solution, &PixelLayout::even(&maze), &file).unwrap())
            .unwrap();
        assert_eq!(image::guess_format(&std::fs::read(&file).unwrap()).unwrap(), kind);
        image::open(&file).unwrap();
    }
    let fault =
        draw(&maze, &solution, &PixelLayout::even(&maze), "solved.gif".as_ref()).unwrap_err();
    assert_snapshot!(fault, @"solved.gif is no kind of picture to write; expected a file that ends \
        in .png, .bmp, .ppm, .pbm or .txt");
}

#[test]
fn what_filling_leaves_is_read_again_from_black_and_white() {
    let folder = tempfile::tempdir().unwrap();
    let maze = generate::rooms(9, 9, 6, 2);
    let solution = solve(&maze);
    let file = folder.path().join("left.pbm");
    std::fs::write(&file, draw(&maze, &solution, &PixelLayout::even(&maze), &file).unwrap())
        .unwrap();
    let given =
        PictureOptions { widths: Widths::Given { wall: 1, road: 1 }, ..PictureOptions::default() };
    let left = read_file(&file, &given).unwrap().maze;
    let roads: Vec<usize> = maze.grid.roads().filter(|&f| !solution.filled[f]).collect();
    assert_eq!(left.grid.roads().collect::<Vec<_>>(), roads);
}

#[test]
fn colours_are_neither_wall_nor_road_and_two_marks_are_entrance_and_exit() {
    // A white ring around a black field, a red mark in one corner and a blue one in another.
    let ink = Ink::decode(include_bytes!("../cases/mazes/marks.png")).unwrap();
    let reading = read(&ink, &PictureOptions::default()).unwrap();
    let grid = &reading.maze.grid;
    let ends = [reading.maze.entrance, reading.maze.exit].map(|field| grid.place(field));
    assert_eq!((ends, reading.coloured), ([(3, 1), (1, 3)], 2));
    let path = solve(&reading.maze).path.expect("a path");
    assert_eq!(path.len() - 1, 4);
}

#[test]
fn a_line_that_shows_a_solution_is_a_road_whatever_its_colour() {
    let maze = generate::rooms(7, 5, 0, 11);
    let solution = solve(&maze);
    let path = solution.path.as_ref().unwrap();
    let (columns, rows) = (lines(15, (2, 6), 0), lines(11, (2, 6), 0));
    let look = Look { across: (2, 6), down: (2, 6), ..PLAIN };
    for colour in [[255, 0, 0], [0, 0, 160], [0, 160, 0], [255, 220, 0]] {
        let mut picture = DynamicImage::from(paint(&maze, look)).to_rgb8();
        for &field in path {
            let (column, row) = maze.grid.place(field);
            for y in rows[row - 1]..rows[row] {
                for x in columns[column - 1]..columns[column] {
                    picture.put_pixel(x as u32, y as u32, image::Rgb(colour));
                }
            }
        }
        let reading = see_plainly(picture).unwrap();
        assert_eq!(reading.maze, maze, "{colour:?}");
        assert!(reading.coloured > 0);
    }
}

#[test]
fn walls_may_have_a_colour_if_roads_have_another() {
    let maze = generate::rooms(6, 6, 2, 4);
    for (wall, road) in [([0, 0, 160], [255, 255, 255]), ([120, 0, 0], [250, 230, 120])] {
        let mut picture = DynamicImage::from(paint(&maze, PLAIN)).to_rgb8();
        for pixel in picture.pixels_mut() {
            pixel.0 = if pixel.0 == [0; 3] { wall } else { road };
        }
        let reading = see_plainly(picture).unwrap();
        assert_eq!((reading.maze, reading.coloured), (maze.clone(), 0));
    }
}

#[test]
fn a_scaled_picture_has_widths_that_differ_by_a_pixel() {
    let five = text::read("#S###\n#   #\n# # #\n#   #\n###E#\n", &Openings::default()).unwrap();
    let large = generate::rooms(12, 9, 8, 6);
    let one = Look { across: (1, 1), down: (1, 1), ..PLAIN };
    let thin = Look { across: (2, 5), down: (2, 5), ..PLAIN };
    for (maze, look, size) in [
        (&five, one, (16, 16)),
        (&five, one, (22, 19)),
        (&large, one, (60, 47)),
        (&large, one, (101, 83)),
        (&large, thin, (250, 201)),
    ] {
        let picture = paint(maze, look);
        let scaled =
            image::imageops::resize(&picture, size.0, size.1, image::imageops::FilterType::Nearest);
        let reading = see_plainly(scaled).unwrap_or_else(|fault| panic!("{size:?}: {fault}"));
        assert_eq!(reading.maze, *maze, "{size:?}");
        assert_eq!(reading.columns.uneven, size.0 != 22, "{size:?}");
    }
}
