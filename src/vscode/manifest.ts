import { coreTools } from '../tools/coreTools';
import { inputSchema } from '../tools/jsonSchema';
import { languageModelPrefix } from '../tools/tool';
import {
  commands,
  keybindings,
  mcpProviderId,
  projectViewId,
  serverWhen,
  toolDescriptions,
  toolsWhen,
  viewContainer,
  views,
  type CommandContribution,
} from './contributions';
import { draftScheme } from './drafts/draftScheme';
import { settings } from './settingContributions';
import { memoryEditorDefaults, memoryGrammar, memoryLanguageId } from './memoryLanguage';
import { walkthrough } from './walkthrough';
import { welcomes } from './welcomes';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

export interface Manifest {
  /** Keys of package.json that are generated; others are left alone. */
  readonly package: Readonly<Record<string, Json>>;
  /** Default (English) texts: key -> text. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Icons of the tools in chat's list of tools. */
const toolIcons: Readonly<Record<string, string>> = {
  memory: '$(account)',
  mem_save: '$(save)',
  remember: '$(quote)',
  mem_search: '$(search)',
  mem_context: '$(book)',
  mem_get_observation: '$(note)',
  forget: '$(trash)',
  mem_judge: '$(law)',
  mem_current_project: '$(repo)',
};

/** The generated part of package.json and the default texts, from the one list of contributions and tools. */
export function buildManifest(): Manifest {
  const texts: Record<string, string> = {};
  const text = (key: string, english: string): string => {
    texts[key] = english;
    return `%${key}%`;
  };
  const nameOf = (id: string): string => id.slice(id.indexOf('.') + 1);
  const category = text('category', 'Project Memory');
  const all: readonly CommandContribution[] = Object.values(commands);

  const contributes: Record<string, Json> = {
    commands: all.map(({ id, title, icon }) => ({
      command: id,
      title: text(`command.${nameOf(id)}`, title),
      category,
      ...(icon === undefined ? {} : { icon }),
    })),
    menus: {
      commandPalette: all.map(({ id, palette }) => ({
        command: id,
        when: palette === false ? 'false' : palette,
      })),
      ...menusByPlace(all),
    },
    keybindings,
    configuration: {
      title: text('configuration.title', 'Project Memory'),
      properties: Object.fromEntries(
        settings.map((setting, order) => [
          setting.key,
          {
            type: setting.type,
            scope: setting.scope,
            default: setting.default,
            ...(setting.range === undefined
              ? {}
              : { minimum: setting.range.least, maximum: setting.range.most }),
            order,
            markdownDescription: text(`setting.${nameOf(setting.key)}`, setting.description),
            ...(setting.values === undefined
              ? {}
              : {
                  enum: Object.keys(setting.values),
                  enumDescriptions: Object.entries(setting.values).map(([value, meaning]) =>
                    text(`setting.${nameOf(setting.key)}.${value}`, meaning),
                  ),
                }),
          },
        ]),
      ),
    },
    viewsContainers: {
      activitybar: [
        { id: viewContainer.id, title: text('viewContainer', viewContainer.title), icon: viewContainer.icon },
      ],
    },
    views: {
      [viewContainer.id]: views.map(({ id, name, icon }) => ({
        id,
        name: text(`view.${nameOf(id)}`, name),
        icon,
        initialSize: id === projectViewId ? 3 : 1,
      })),
    },
    viewsWelcome: welcomes.map(({ name, view, when, contents }) => ({
      view,
      when,
      contents: text(`welcome.${name}`, contents),
    })),
    walkthroughs: [
      {
        id: walkthrough.id,
        title: text('walkthrough', walkthrough.title),
        description: text('walkthrough.description', walkthrough.description),
        when: walkthrough.when,
        steps: walkthrough.steps.map(({ name, title, description, picture, completionEvents }) => ({
          id: name,
          title: text(`walkthrough.${name}`, title),
          description: text(`walkthrough.${name}.description`, description),
          media: {
            svg: `media/walkthrough/${name}.svg`,
            altText: text(`walkthrough.${name}.picture`, picture),
          },
          completionEvents,
        })),
      },
    ],
    languageModelTools: coreTools.map((tool) => ({
      name: languageModelPrefix + tool.name,
      toolReferenceName: tool.referenceName,
      displayName: text(`tool.${tool.name}`, tool.title),
      userDescription: text(`tool.${tool.name}.description`, toolDescriptions[tool.name] ?? tool.title),
      modelDescription: tool.description,
      canBeReferencedInPrompt: true,
      icon: toolIcons[tool.name] ?? '$(database)',
      tags: ['memory'],
      when: toolsWhen,
      inputSchema: inputSchema(tool) as Json,
    })),
    mcpServerDefinitionProviders: [
      { id: mcpProviderId, label: text('mcpServer', 'Project Memory'), when: serverWhen },
    ],
    languages: [{ id: memoryLanguageId, aliases: [text('language', 'Memory')] }],
    configurationDefaults: { [`[${memoryLanguageId}]`]: memoryEditorDefaults },
    grammars: [{ language: memoryLanguageId, ...memoryGrammar }],
  };

  return {
    package: {
      l10n: './l10n',
      activationEvents: ['onStartupFinished', `onFileSystem:${draftScheme}`],
      capabilities: {
        untrustedWorkspaces: {
          supported: 'limited',
          description: text(
            'capability.untrusted',
            'In an untrusted workspace only your own facts are read. No project memory, no MCP server, and nothing in the workspace can redirect a save.',
          ),
          restrictedConfigurations: settings.filter((it) => it.restricted).map((it) => it.key),
        },
        virtualWorkspaces: {
          supported: 'limited',
          description: text(
            'capability.virtual',
            'Without files on disk a project is recognised from the address of the workspace, and the freshness of sources is unknown.',
          ),
        },
      },
      contributes,
    },
    texts,
  };
}

function menusByPlace(all: readonly CommandContribution[]): Record<string, Json> {
  const places: Record<string, Json[]> = {};
  for (const { id, menus } of all) {
    for (const { menu, when, group } of menus ?? []) {
      (places[menu] ??= []).push({ command: id, when, group });
    }
  }
  return places;
}
