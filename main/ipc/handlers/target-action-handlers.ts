import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { TargetRef } from '../../../shared/contract/target-ref.ts'
import type { HookFacts } from '../../../shared/model/target-action.ts'
import { setEnvironmentVariable } from '../../diagnostics/client-actions.ts'
import { lookAtFarHook } from '../../diagnostics/environment/far-hook.ts'
import { applyHook, lookAtHook, startPerfMap, stopPerfMap } from '../../diagnostics/environment/target-actions.ts'
import type { FarPerfMaps } from '../../diagnostics/dumps/far/far-perf-maps.ts'
import type { KnownTarget } from '../../diagnostics/known-target.ts'
import { addStartupProfiler, attach, lookAtLibrary } from '../../diagnostics/profiler/attach-profiler.ts'
import type { SshLink } from '../../machines/ssh-link.ts'
import { isFar } from './dump-handlers.ts'
import type { Handlers } from '../request-context.ts'

type ActionChannels = Extract<
  keyof Handlers,
  `environment.${string}` | `profiler.${string}` | `perfMap.${string}` | `startupHook.${string}`
>

export interface TargetActionParts {
  readonly targetOf: (ref: TargetRef) => Result<KnownTarget, AppError>
  readonly userName: (id: number) => string | null
  readonly farPerfMaps: FarPerfMaps
  /** The connection that a process of another machine comes through. */
  readonly linkOf: (processKey: string) => SshLink | null
}

export function targetActionHandlers({
  targetOf,
  userName,
  farPerfMaps,
  linkOf,
}: TargetActionParts): Pick<Handlers, ActionChannels> {
  const hookFacts = async (target: KnownTarget, path: string): Promise<Result<HookFacts, AppError>> =>
    (await lookAtFarHook(target, path, linkOf)) ?? ok(await lookAtHook(path, target.view()))
  return {
    'environment.set': async ({ target, name, value }) => {
      const known = targetOf(target)
      return known.ok ? setEnvironmentVariable(known.value, { name, value }) : known
    },
    'profiler.check': async ({ target, path }) => {
      const known = targetOf(target)
      if (!known.ok) return known
      const { architecture } = known.value
      return ok(await lookAtLibrary(path, { view: known.value.view(), architecture, userName }))
    },
    'profiler.attach': async ({ target, path, clsid, timeoutMs, clientBytes }) => {
      const known = targetOf(target)
      if (!known.ok) return known
      const request = { timeoutMs, profilerClsid: bare(clsid), profilerPath: path, clientBytes }
      const attached = await attach(known.value, request, known.value)
      return ok(attached.ok ? { outcome: attached.value, failure: null } : { outcome: null, failure: attached.error })
    },
    'profiler.startup': async ({ target, path, clsid }) => {
      const known = targetOf(target)
      if (!known.ok) return known
      const set = await addStartupProfiler(known.value, { clsid: bare(clsid), path }, known.value)
      return ok({ failure: set.ok ? null : set.error })
    },
    'perfMap.start': async ({ target, type }) => {
      const known = targetOf(target)
      if (!known.ok) return known
      return isFar(target) ? farPerfMaps.start(known.value, type) : startPerfMap(known.value, type)
    },
    'perfMap.fetch': async ({ target, path }) => {
      const known = targetOf(target)
      return known.ok ? farPerfMaps.fetch(known.value, path) : known
    },
    'perfMap.stop': async ({ target }) => {
      const known = targetOf(target)
      return known.ok ? stopPerfMap(known.value) : known
    },
    'startupHook.check': async ({ target, path }) => {
      const known = targetOf(target)
      return known.ok ? hookFacts(known.value, path) : known
    },
    'startupHook.apply': async ({ target, path }) => {
      const known = targetOf(target)
      if (!known.ok) return known
      const facts = await hookFacts(known.value, path)
      return facts.ok ? applyHook(known.value, facts.value) : facts
    },
  }
}

/** As registries print them, with braces. */
function bare(clsid: string): string {
  return clsid.replace(/[{}]/g, '').toLowerCase()
}
