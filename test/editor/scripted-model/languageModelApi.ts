import * as vscode from 'vscode';

// The provider API became public one version after the engine floor whose types this repository compiles
// against. Only this test extension needs it.

export interface ModelInformation {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly version: string;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  readonly isUserSelectable: boolean;
  readonly isDefault: boolean;
  readonly capabilities: { readonly toolCalling: boolean; readonly imageInput: boolean };
}

export interface RequestMessage {
  readonly role: vscode.LanguageModelChatMessageRole;
  readonly content: readonly unknown[];
}

export interface ModelProvider {
  provideLanguageModelChatInformation(): readonly ModelInformation[];
  provideLanguageModelChatResponse(
    model: ModelInformation,
    messages: readonly RequestMessage[],
    options: { readonly tools?: readonly vscode.LanguageModelChatTool[] },
    progress: vscode.Progress<vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart>,
  ): Promise<void>;
  provideTokenCount(model: ModelInformation, text: unknown): Promise<number>;
}

interface ProviderRegistry {
  registerLanguageModelChatProvider(vendor: string, provider: ModelProvider): vscode.Disposable;
}

export function registerModelProvider(vendor: string, provider: ModelProvider): vscode.Disposable {
  return (vscode.lm as unknown as ProviderRegistry).registerLanguageModelChatProvider(vendor, provider);
}
