import { isDeepStrictEqual } from 'node:util';
import type { TreeItem } from 'vscode';

/** A group of a tree, and its rows unless nobody has asked for them. */
export interface Branch<G, R> {
  readonly group: G;
  readonly rows: readonly R[] | undefined;
}

/** What the editor has to draw anew: all, or these nodes with what is below them. */
export type Redrawing<N> = 'all' | readonly N[];

interface Shown<N> {
  readonly id: string | undefined;
  readonly node: N;
  /** All that is written in the row: it changes with the time too. */
  readonly face: string;
}

interface ShownBranch<G, R> extends Shown<G> {
  readonly rows: readonly Shown<R>[] | undefined;
}

/**
 * What the editor knows of a tree of groups and rows, and the least that it has to draw anew when that changes. Whenever
 * it is told of a node, the editor forgets all rows below until it has asked for them again, and a command that the person
 * presses on one of them meanwhile gets no row. So a row that changed is drawn anew alone; a group only when it has other
 * rows, or in another order; and all only when there are other groups. What is the same for the person stays the same
 * object, whose properties are replaced: the editor tells rows apart by their objects.
 */
export class ShownTree<G extends object, R extends object> {
  readonly #itemOf: (node: G | R) => TreeItem;
  #branches: readonly ShownBranch<G, R>[] | undefined;

  /** `itemOf` draws a node, with an id that no other node has. */
  constructor(itemOf: (node: G | R) => TreeItem) {
    this.#itemOf = itemOf;
  }

  /** Undefined until the first `update`. */
  get groups(): readonly G[] | undefined {
    return this.#branches?.map(({ node }) => node);
  }

  /** Undefined for a group that is not there, and for one whose rows nobody has asked for. */
  rows(group: G): readonly R[] | undefined {
    const { id } = this.#itemOf(group);
    return this.#branches?.find((branch) => branch.id === id)?.rows?.map(({ node }) => node);
  }

  /** Keeps the rows for which the editor has asked. */
  setRows(group: G, rows: readonly R[]): void {
    const { id } = this.#itemOf(group);
    this.#branches = this.#branches?.map((branch) =>
      branch.id === id ? { ...branch, rows: rows.map((row) => this.#shown(row)) } : branch,
    );
  }

  clear(): void {
    this.#branches = undefined;
  }

  /** Takes over what is true now. Nothing may have to be drawn anew. */
  update(branches: readonly Branch<G, R>[]): Redrawing<G | R> {
    const before = this.#branches;
    const now = branches.map(({ group, rows }): ShownBranch<G, R> => ({
      ...this.#shown(group),
      rows: rows?.map((row) => this.#shown(row)),
    }));
    if (before === undefined || !sameRows(before, now)) {
      this.#branches = now;
      return 'all';
    }
    const anew: (G | R)[] = [];
    this.#branches = now.map((branch, at) => {
      const old = before[at] ?? branch;
      const changed: R[] = [];
      const rows = branch.rows?.map((row) => {
        const known = old.rows?.find(({ id }) => id === row.id);
        if (known === undefined) return row;
        if (known.face !== row.face || !isDeepStrictEqual(known.node, row.node)) changed.push(known.node);
        return { ...row, node: Object.assign(known.node, row.node) };
      });
      const others = old.face !== branch.face || !sameRows(old.rows ?? [], rows ?? []);
      const group = Object.assign(old.node, branch.node);
      anew.push(...(others ? [group] : changed));
      return { ...branch, node: group, rows };
    });
    return anew;
  }

  #shown<N extends G | R>(node: N): Shown<N> {
    const { id, label, description, contextValue, accessibilityInformation } = this.#itemOf(node);
    return { id, node, face: JSON.stringify([label, description, contextValue, accessibilityInformation]) };
  }
}

function sameRows(before: readonly Shown<object>[], now: readonly Shown<object>[]): boolean {
  return before.length === now.length && before.every(({ id }, at) => id === now[at]?.id);
}
