import { maskCommandLine } from '../../shared/base/command-secrets.ts'
import { vendorOf } from '../../shared/base/profiler-vendors.ts'
import { maxRecent, type RecentLaunch, type RecentProfiler } from '../../shared/model/settings.ts'
import { appStore } from './create-store.ts'
import type { LaunchDraft } from './startup-slice.ts'

/*
 * Lists of what was used last, kept with the settings. Nothing that looks like a secret is kept: it would lie in a file in clear.
 */

/** Data from a file is read again by the person; text with a secret in it is written again. */
export function rememberProfiler({ clsid, path, form, text }: RecentProfiler): void {
  const { settings, changeSettings } = appStore.getState()
  const isPlain = form === 'text' && maskCommandLine(text) === text
  const profiler: RecentProfiler = { clsid, path, form: isPlain ? form : 'text', text: isPlain ? text : '' }
  const others = settings.recentProfilers.filter((known) => known.clsid !== clsid || known.path !== path)
  changeSettings({ recentProfilers: [profiler, ...others].slice(0, maxRecent) })
}

export function profilerTitle({ clsid, path }: Pick<RecentProfiler, 'clsid' | 'path'>): string {
  const file = path.split(/[\\/]/).at(-1) ?? path
  return `${vendorOf(clsid.replace(/[{}]/g, '')) ?? clsid} · ${file}`
}

export function rememberLaunch(draft: LaunchDraft): void {
  const { settings, changeSettings } = appStore.getState()
  const { machine, commandLine, folder, variables, firstRule, rule, presetId, keepsLastMs } = draft
  const launch: RecentLaunch = {
    machine,
    commandLine: maskCommandLine(commandLine),
    folder,
    variables: variables.map(({ name, value }) => ({ name, value: isSecret(name, value) ? null : value })),
    firstRule,
    rule,
    presetId,
    keepsLastMs,
  }
  const others = settings.recentLaunches.filter(
    (known) => known.commandLine !== launch.commandLine || known.folder !== folder || known.machine !== machine,
  )
  changeSettings({ recentLaunches: [launch, ...others].slice(0, maxRecent) })
}

/** Variables without their value are to be given it again; the form says so. */
export function draftOf({ variables, ...launch }: RecentLaunch): Partial<LaunchDraft> {
  return { ...launch, variables: variables.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])) }
}

export function missingVariables({ variables }: RecentLaunch): readonly string[] {
  return variables.filter(({ value }) => value === null).map(({ name }) => name)
}

/** By the name, and by what the value looks like. */
function isSecret(name: string, value: string): boolean {
  const line = `${name}=${value}`
  return value.length > 0 && maskCommandLine(line) !== line
}
