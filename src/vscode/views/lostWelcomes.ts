import * as vscode from 'vscode';
import { viewContainerId } from '../contributions';
import { welcomes } from '../welcomes';

interface Manifest {
  readonly contributes?: {
    readonly views?: Readonly<Record<string, unknown>>;
    readonly viewsWelcome?: readonly { readonly contents: string }[];
  };
}

/** By then the editor has taken the welcome texts: what comes later makes it lose none. */
const TAKEN_MS = 60_000;

/**
 * What stands in for the welcome texts where the editor may have lost them. It takes them from the extensions only when it
 * is idle after a window was restored, and then no more than came with the last change of extensions: where one that has
 * such texts was enabled before (as the chat does when it is first used), all others' are not drawn until a reload.
 */
export class LostWelcomes implements vscode.Disposable {
  readonly #listener: vscode.Disposable;
  #lost = false;

  /** `onLost` is called once: what is shown has to be shown anew. */
  constructor(onLost: () => void) {
    const known = new Set(welcoming());
    const started = performance.now();
    this.#listener = vscode.extensions.onDidChange(() => {
      if (this.#lost || performance.now() - started > TAKEN_MS) return;
      if (welcoming().every((id) => known.has(id))) return;
      this.#lost = true;
      onLost();
    });
  }

  /** The sentences of a welcome text without its buttons, in the person's language; empty where the editor has it. */
  sentences(name: string): string {
    if (!this.#lost) return '';
    const at = welcomes.findIndex((welcome) => welcome.name === name);
    const own = manifests().find(({ contributes }) => contributes?.views?.[viewContainerId] !== undefined);
    return own?.contributes?.viewsWelcome?.[at]?.contents.split('\n')[0] ?? '';
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

function manifests(): readonly Manifest[] {
  return vscode.extensions.all.map(({ packageJSON }) => packageJSON as Manifest);
}

/** The extensions that have welcome texts. */
function welcoming(): readonly string[] {
  return vscode.extensions.all
    .filter(({ packageJSON }) => (packageJSON as Manifest).contributes?.viewsWelcome !== undefined)
    .map(({ id }) => id);
}
