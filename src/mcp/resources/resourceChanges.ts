import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Disposable } from '../../store/types';
import type { ToolContext } from '../../tools/tool';
import { RESOURCE_NOT_FOUND } from './resourceReading';
import { listState, resourceState, type ResourceState } from './resourceState';
import type { ResourceAddress } from './resourceUri';

/** A batch of saves is told once. */
const SETTLE_MS = 100;
const MOST_SUBSCRIPTIONS = 100;

export interface ResourceChangesOptions {
  readonly context: () => ToolContext;
  /** Sends the notification for one resource, by the address that was subscribed. */
  readonly updated: (uri: string) => void;
  readonly listChanged: () => void;
  readonly log: (message: string) => void;
}

interface Subscription {
  readonly address: ResourceAddress;
  state: string | undefined;
}

/**
 * Tells a client of changes to what it subscribed and to the list it has seen, whoever made them. Nothing is watched
 * before one of the two was asked for, nor after `close`.
 */
export class ResourceChanges {
  readonly #options: ResourceChangesOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  #listed: { state: string } | undefined;
  #watching: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #again = false;
  #closed = false;

  constructor(options: ResourceChangesOptions) {
    this.#options = options;
  }

  /** Throws an `McpError` where there is nothing to subscribe to. */
  async subscribe(uri: string, address: ResourceAddress): Promise<void> {
    if (!this.#subscriptions.has(uri) && this.#subscriptions.size >= MOST_SUBSCRIPTIONS) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `At most ${MOST_SUBSCRIPTIONS} resources can be subscribed to: unsubscribe from one first.`,
      );
    }
    // First of all, so that no change falls between the look and the watch.
    this.#watch();
    const state = await resourceState(address, this.#options.context());
    if (state === undefined) {
      this.#rest();
      throw new McpError(
        RESOURCE_NOT_FOUND,
        'There is no such resource: resources/list names those there are.',
      );
    }
    this.#keepOpen(state);
    this.#subscriptions.set(uri, { address, state: state.text });
  }

  unsubscribe(uri: string): void {
    this.#subscriptions.delete(uri);
    this.#rest();
  }

  /** The client has seen the list: from now on it is told when it changes. */
  async listed(): Promise<void> {
    if (this.#listed !== undefined) return;
    this.#watch();
    const state = await listState(this.#options.context());
    this.#keepOpen(state);
    this.#listed = { state: state.text };
  }

  /** Other folders are open than before. */
  foldersChanged(): void {
    if (this.#watching !== undefined) this.#soon();
  }

  close(): void {
    this.#closed = true;
    this.#subscriptions.clear();
    this.#listed = undefined;
    this.#rest();
  }

  #watch(): void {
    if (this.#watching !== undefined || this.#closed) return;
    const { host, projects } = this.#options.context();
    const soon = (): void => this.#soon();
    const held = [host.watch(false), host.onDidChange(soon), projects.onDidChange(soon)];
    const watching = { dispose: () => held.splice(0).forEach((each) => each.dispose()) };
    this.#watching = watching;
    host.catalog().then(
      (catalog) => {
        if (this.#watching === watching) held.push(catalog.onDidChange(soon));
      },
      // Whoever asks for the memories themselves is told.
      () => undefined,
    );
  }

  /** Stops watching where nobody waits for anything. */
  #rest(): void {
    if (this.#subscriptions.size > 0 || this.#listed !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#watching?.dispose();
    this.#watching = undefined;
  }

  #keepOpen({ areas }: ResourceState): void {
    const { host } = this.#options.context();
    for (const area of areas) host.keep(area);
  }

  #soon(): void {
    if (this.#looking) this.#again = true;
    else this.#timer ??= setTimeout(() => void this.#look(), SETTLE_MS).unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    this.#looking = true;
    this.#again = false;
    try {
      await this.#compare();
    } catch (error) {
      // The next change is looked at again.
      const reason = error instanceof Error ? error.name : typeof error;
      this.#options.log(`Changes of resources could not be looked up (${reason}).`);
    } finally {
      this.#looking = false;
      if (this.#again && this.#watching !== undefined) this.#soon();
    }
  }

  async #compare(): Promise<void> {
    const { context, updated, listChanged } = this.#options;
    for (const [uri, subscription] of [...this.#subscriptions]) {
      const state = await resourceState(subscription.address, context());
      if (this.#subscriptions.get(uri) !== subscription || state?.text === subscription.state) continue;
      subscription.state = state?.text;
      updated(uri);
    }
    if (this.#listed === undefined) return;
    const { text } = await listState(context());
    // Closed meanwhile.
    if (this.#listed === undefined || text === this.#listed.state) return;
    this.#listed.state = text;
    listChanged();
  }
}
