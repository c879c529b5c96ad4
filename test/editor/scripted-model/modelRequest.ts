/** A request that the editor made of the scripted model; one JSON line each in the file SCRIPTED_MODEL_LOG. */
export interface ModelRequest {
  /** Names of the tools offered. */
  readonly tools: readonly string[];
  /** All text of the request, instructions included. */
  readonly text: string;
  /** Texts of all tool results in the conversation, oldest first. */
  readonly results: readonly string[];
}
