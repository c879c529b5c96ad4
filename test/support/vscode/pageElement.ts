/** What the page objects read of an element: the repository is compiled without the types of the DOM. */
export interface PageElement {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}
