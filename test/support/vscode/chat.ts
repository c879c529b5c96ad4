import type { Locator, Page } from 'playwright-core';
import { poll } from '../poll';
import { came } from './came';
import { chooseInMenu } from './menu';
import type { PageElement } from './pageElement';
import { QuickInput } from './quickInput';

export interface AgentTurn {
  /** What the scripted model said last, between `FINAL: ` and ` [END]`. */
  readonly answer: string;
  /** Texts of the confirmations that were asked, oldest first. */
  readonly confirmations: readonly string[];
}

interface ChatRow {
  readonly index: number;
  readonly label: string;
  /** The model is still talking. */
  readonly loading: boolean;
}

const AGENT_TIMEOUT = 180_000;

/** The chat view in Agent mode, with the scripted model. */
export class Chat {
  readonly input: Locator;
  /** What asks the person before a tool runs. */
  readonly confirmation: Locator;
  readonly #page: Page;
  #lastRow = -1;

  constructor(page: Page) {
    this.#page = page;
    this.input = page.locator('.interactive-input-part .monaco-editor').first();
    this.confirmation = page.getByRole('group', { name: 'Tool confirmation carousel' });
  }

  /** Sends a message, such as a script: `CALL tool {json} CALL other {"id": "$LAST.hits[0].id"}`. */
  async send(text: string): Promise<void> {
    await this.input.click();
    await this.#page.keyboard.insertText(text);
    await this.submit();
  }

  /** Sends what stands in the box. */
  async submit(): Promise<void> {
    this.#lastRow = (await this.#rows()).at(-1)?.index ?? -1;
    await this.#page.keyboard.press('Enter');
  }

  /** Opens what can be attached to the next message: `Files & Folders...`, `MCP Resources...`. */
  async addContext(): Promise<QuickInput> {
    const picker = new QuickInput(this.#page);
    await this.#page
      .locator('.interactive-input-part')
      .getByRole('button', { name: /^Add Context/ })
      .first()
      .click();
    await picker.row('Files & Folders...').waitFor();
    return picker;
  }

  /** Attaches a resource of an MCP server to the next message, by the name under which the picker lists it. */
  async attachResource(name: string): Promise<void> {
    const attached = this.#page.locator('.interactive-input-part .chat-attached-context-attachment');
    const before = await attached.count();
    // What is offered is settled when the picker opens, and a server may have come a moment later.
    const picker = await poll(
      `${name} among the resources`,
      async () => {
        const opened = await this.addContext();
        if (await came(opened.row('MCP Resources...'))) {
          await opened.choose('MCP Resources...');
          if (await came(opened.row(name))) return opened;
        }
        await opened.cancel();
        return undefined;
      },
      AGENT_TIMEOUT,
    );
    await picker.choose(name);
    // It bears the last part of its address, not its name.
    await attached.nth(before).waitFor();
  }

  /** Waits for the final answer to the last message sent. */
  async answer(): Promise<string> {
    return poll('the answer in the chat', () => this.#finalAnswer(), AGENT_TIMEOUT);
  }

  /** Sends a message and allows, once each, the tools that ask. */
  async run(text: string): Promise<AgentTurn> {
    const confirmations: string[] = [];
    await this.send(text);
    const answer = await poll(
      'the answer in the chat',
      async () => {
        const final = await this.#finalAnswer();
        if (final === undefined && (await this.#canAllow())) {
          confirmations.push(await this.confirmationText());
          await this.allowOnce();
        }
        return final;
      },
      AGENT_TIMEOUT,
    );
    return { answer, confirmations };
  }

  /** Title and message of the confirmation, once it is asked. */
  async confirmationText(): Promise<string> {
    await this.#allow.waitFor({ timeout: AGENT_TIMEOUT });
    return this.confirmation.innerText();
  }

  async allowOnce(): Promise<void> {
    await this.#allow.waitFor({ timeout: AGENT_TIMEOUT });
    const asked = await this.#allow.elementHandle();
    await this.confirmation.locator('.monaco-dropdown-button').first().click();
    await chooseInMenu(this.#page, 'Allow Once');
    // The next tool may ask at once: wait for this very question to go.
    await asked?.waitForElementState('hidden');
  }

  async skip(): Promise<void> {
    await this.confirmation.getByRole('button', { name: /^Skip/ }).first().click({ timeout: AGENT_TIMEOUT });
  }

  get #allow(): Locator {
    return this.confirmation.getByRole('button', { name: /^Allow/ }).first();
  }

  async #canAllow(): Promise<boolean> {
    return this.#allow.isVisible();
  }

  async #finalAnswer(): Promise<string | undefined> {
    const last = (await this.#rows()).at(-1);
    if (last === undefined || last.index <= this.#lastRow || last.loading) return undefined;
    // The label of a row has the text as it came; what is drawn went through Markdown.
    return /FINAL: ([\s\S]*) \[END\]/.exec(last.label)?.[1];
  }

  async #rows(): Promise<readonly ChatRow[]> {
    const rows = await this.#page
      .locator('.interactive-list .monaco-list-row')
      .evaluateAll((elements: PageElement[]) =>
        elements.map((element) => ({
          index: Number(element.getAttribute('data-index')),
          label: element.getAttribute('aria-label') ?? '',
          loading: element.querySelector('.chat-response-loading') !== null,
        })),
      );
    return rows.sort((a, b) => a.index - b.index);
  }
}
