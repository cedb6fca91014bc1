import type { Request } from '../../../shared/contract/index.ts'
import { maskText } from '../../../shared/base/command-secrets.ts'
import { defaultSettings } from '../../../shared/model/settings.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { splitShellWords } from '../../../shared/recording/shell-words.ts'
import type { LaunchDraft, Variable } from '../../store/startup-slice.ts'
import { startupLabels } from './startup-labels.ts'

export type LaunchRequest = Request<'launch.start'>
export type LaunchProblem = { readonly field: 'command' | 'folder'; readonly text: string }

const defaultNameTemplate = defaultSettings.recordings.nameTemplate

/** Words of the command line; no shell is asked, so nothing is expanded or piped. Backslashes part folders on Windows. */
export function wordsOf(commandLine: string, platform: string): readonly string[] | null {
  const split = splitShellWords(platform === 'win32' ? commandLine.replaceAll('\\', '\\\\') : commandLine)
  return split.ok ? split.words.map((word) => word.text) : null
}

/** The other way round. */
export function commandLineOf(words: readonly string[], platform: string): string {
  // Backslashes of Windows folders are doubled before they are read.
  const escaped = (word: string) => (platform === 'win32' ? word : word.replaceAll(/[\\$`]/g, String.raw`\$&`))
  const inQuotes = (word: string) => `"${escaped(word).replaceAll('"', `"'"'"`)}"`
  return words.map((word) => (/^[\w./:=,@%+-]+$/.test(word) ? word : inQuotes(word))).join(' ')
}

/** How the machine reads paths: those that are connected are no Windows machines. */
export function platformOf({ machine }: Pick<LaunchDraft, 'machine'>, platform: string): string {
  return machine === null ? platform : 'linux'
}

export function launchProblem(form: LaunchDraft, platform: string): LaunchProblem | null {
  const words = wordsOf(form.commandLine, platformOf(form, platform))
  if (words === null) return { field: 'command', text: startupLabels.launchForm.quoteNotClosed }
  if (form.commandLine.includes(maskText)) return { field: 'command', text: startupLabels.launchForm.enterHiddenPart }
  if (words.length === 0 || words[0] === '') return { field: 'command', text: startupLabels.launchForm.enterACommand }
  const folder = form.folder.trim()
  if (folder === '') return { field: 'folder', text: startupLabels.launchForm.enterAFolder }
  return form.machine !== null && !/^(?:\/|~(?:\/|$))/.test(folder)
    ? { field: 'folder', text: startupLabels.launchForm.enterWholePath }
    : null
}

/** Null while something is missing (`launchProblem` says what). */
export function launchRequest(
  form: LaunchDraft,
  platform: string,
  nameTemplate = defaultNameTemplate,
): LaunchRequest | null {
  const [command, ...args] = wordsOf(form.commandLine, platformOf(form, platform)) ?? []
  if (command === undefined || launchProblem(form, platform) !== null) return null
  const { firstRule, rule, nameRules, presetId, keepsLastMs } = form
  const records = firstRule === 'record' || rule === 'record' || nameRules.some((known) => known.rule === 'record')
  return {
    machine: form.machine,
    command,
    args,
    folder: form.folder.trim(),
    variables: Object.fromEntries(form.variables.map(({ name, value }) => [name, value])),
    suspends: true,
    firstRule,
    rule,
    nameRules: [...nameRules],
    recording: records ? recordingOf(presetId, nameTemplate, keepsLastMs) : null,
  }
}

/** A recording of everything that preset asks for, or of the last stretch of it, until somebody stops it or the program ends. */
export function recordingOf(
  presetId: string,
  nameTemplate = defaultNameTemplate,
  keepsLastMs: number | null = null,
): LaunchRequest['recording'] {
  const preset = presetById(presetId)
  if (preset === null) return null
  return {
    spec: specOfPreset(preset),
    stop: { afterMs: null, atBytes: null, onEvent: null, onCounter: null },
    keeping: keepsLastMs === null ? { kind: 'whole' } : { kind: 'ring', lastMs: keepsLastMs, maxBytes: null },
    folder: null,
    nameTemplate,
    presetId,
  }
}

/** `NAME=value`; null when it is none. A value may be empty and may hold further equal signs. */
export function readVariable(text: string): Variable | null {
  const found = /^\s*([^=\s]+)=(.*)$/s.exec(text)
  return found === null ? null : { name: found[1]!, value: found[2]! }
}

/** A name stands for one value: the last one given. */
export function addVariable(variables: readonly Variable[], added: Variable): readonly Variable[] {
  return [...variables.filter(({ name }) => name !== added.name), added]
}

/** Commands of the SDK run on .NET themselves: the program they start is one of the later runtimes. */
export function startsWithSdk(commandLine: string, platform: string): boolean {
  const [command, verb] = wordsOf(commandLine, platform) ?? []
  const isDotnet = command !== undefined && /(^|[\\/])dotnet(\.exe)?$/i.test(command)
  return isDotnet && verb !== undefined && /^(run|test|build|publish|watch|msbuild|pack)$/.test(verb)
}
