//! Times the SAT check of rules: `sat_rules SIZE FILES…`.
use std::time::Instant;
use deadmove::board::Board;
fn main() {
    let mut args = std::env::args().skip(1);
    let size: usize = args.next().unwrap().parse().unwrap();
    let paths: Vec<_> = args.map(Into::into).collect();
    let loaded = deadmove::rule::load::load(&paths).unwrap();
    let board = Board::corner_to_corner(size, size).unwrap();
    let all = Instant::now();
    for file in &loaded.files {
        for rule in file.rule_file.rules(&board).unwrap() {
            let t = Instant::now();
            let (verdict, example) = deadmove::verify::check_sat::check_rule(&rule, &board, &Default::default());
            println!("{:8.3}s {:?} {} {:?}", t.elapsed().as_secs_f64(), verdict, rule.head.name, example.map(|e| (deadmove::board::letters(&e.path), e.direction)));
        }
    }
    println!("all {:.2}s", all.elapsed().as_secs_f64());
}
