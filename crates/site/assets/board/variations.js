// The history of the page: a tree of places. Undo goes towards the root, redo along the branch that
// was left last. Branches are kept: their ends are the lines to choose from.
"use strict";

/** @typedef {{ place: Place, parent: HistoryNode | null, children: HistoryNode[],
 *             last: HistoryNode | null }} HistoryNode */
/** @typedef {{ now: HistoryNode, size: number }} HistoryTree */

const variations = (() => {
  const LARGEST = 2000;

  /** @param {Place} place @param {HistoryNode | null} parent @returns {HistoryNode} */
  const node = (place, parent) => ({ place, parent, children: [], last: null });

  /** @param {Place} place @returns {HistoryTree} */
  const begin = (place) => ({ now: node(place, null), size: 1 });

  /** Adds a place after the present one, and goes there.
   *  @param {HistoryTree} tree @param {Place} place */
  function add(tree, place) {
    const added = node(place, tree.now);
    tree.now.children.push(added);
    tree.now.last = added;
    tree.now = added;
    tree.size += 1;
    if (tree.size > LARGEST) { forget(tree); }
  }

  // The root goes, and every branch but the one that leads to the present place.
  /** @param {HistoryTree} tree */
  function forget(tree) {
    let root = tree.now;
    while (root.parent?.parent) { root = root.parent; }
    root.parent = null;
    tree.size = nodes(root).length;
  }

  // One step towards the root or away from it; null if there is none.
  /** @param {HistoryTree} tree @returns {Place | null} */
  function undo(tree) {
    if (!tree.now.parent) { return null; }
    tree.now.parent.last = tree.now;
    tree.now = tree.now.parent;
    return tree.now.place;
  }

  /** @param {HistoryTree} tree @returns {Place | null} */
  function redo(tree) {
    if (!tree.now.last) { return null; }
    tree.now = tree.now.last;
    return tree.now.place;
  }

  /** @param {HistoryNode} root @returns {HistoryNode[]} */
  function nodes(root) {
    const found = [root];
    for (let at = 0; at < found.length; at += 1) { found.push(...found[at].children); }
    return found;
  }

  /** The longest lines that were drawn on the board of the present place, the last drawn first.
   *  @param {HistoryTree} tree @returns {HistoryNode[]} */
  function lines(tree) {
    let root = tree.now;
    while (root.parent) { root = root.parent; }
    const { board } = tree.now.place;
    const text = JSON.stringify(board);
    const own = nodes(root).reverse().filter(({ place }) =>
      place.board === board || JSON.stringify(place.board) === text);
    /** @type {HistoryNode[]} */
    const longest = [];
    own.sort((one, other) => other.place.path.length - one.place.path.length).forEach((each) => {
      if (!longest.some(({ place }) => place.path.startsWith(each.place.path))) { longest.push(each); }
    });
    return longest;
  }

  return { begin, add, undo, redo, lines };
})();
