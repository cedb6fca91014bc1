import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  copyTarget,
  startTarget,
  tryBuild,
  variants,
  wantedVariants,
  type SampleTarget,
  type SampleVariant,
} from '../../../samples/start-target.ts'
import type { DumpFailure, DumpPreflight, DumpResult } from '../../../shared/model/dump.ts'
import type { Result } from '../../../shared/base/result.ts'
import { readTargetView } from '../../os/target-view.ts'
import { endpointOf, factsOfSample } from '../testing/live-target.ts'
import { checkDump, type DumpPlan } from './preflight.ts'
import { takeDump, type TakeDumpOptions } from './take-dump.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dumps-'))
const targets: SampleTarget[] = []
afterEach(async () => {
  for (const target of targets.splice(0)) await target.dispose()
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function start(options: Parameters<typeof startTarget>[0]): Promise<SampleTarget> {
  const target = await startTarget(options)
  targets.push(target)
  return target
}

function check(
  target: SampleTarget,
  variant: SampleVariant,
  plan: Partial<DumpPlan> & { path: string },
): Promise<DumpPreflight> {
  return checkDump(
    { type: 'mini', mayOverwrite: false, isReportOnly: false, ...plan },
    {
      facts: factsOfSample(variants[variant]),
      view: readTargetView(target.pid),
      isStopped: false,
      isSameUser: true,
      userName: null,
    },
  )
}

function take(
  target: SampleTarget,
  variant: SampleVariant,
  preflight: DumpPreflight,
  options: Partial<TakeDumpOptions> = {},
): Promise<Result<DumpResult, DumpFailure>> {
  return takeDump({ endpoint: endpointOf(target.pid), facts: factsOfSample(variants[variant]) }, preflight, {
    type: 'mini',
    operatingSystem: 'Linux',
    mayOverwrite: false,
    ...options,
  }).whenEnded
}

const managed = wantedVariants().filter((variant) => !variant.startsWith('aot'))

describe.skipIf(!canBuildSamples()).each(managed)('a dump of a real process: %s', (variant) => {
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null

  it.skipIf(!isBuilt)('is verified, of the estimated size, and never overwritten unasked', async () => {
    const target = await start({ variant, args: ['idle'] })
    // Blanks, a percent sign and letters beyond ASCII must reach the file system as they are.
    const file = path.join(folder, `${variant} 100%p größe %s.dmp`)
    const preflight = await check(target, variant, { path: file, type: 'heap' })
    expect(preflight).toMatchObject({ blockers: [], visiblePath: file })
    const taken = await take(target, variant, preflight, { type: 'heap' })
    expect(taken).toMatchObject({ ok: true, value: { verdict: 'complete', path: file, visiblePath: file } })
    if (!taken.ok) return
    expect(taken.value.file).toMatchObject({ format: 'elf-core', isComplete: true })
    expect(taken.value.commandVersion).toBe(variant === 'net31' ? 1 : 3)
    // .NET Core 3.1 writes it for everybody to read; Pipescope takes that back while it is written.
    expect(taken.value.access).toMatchObject({
      mode: 0o600,
      ownerId: process.geteuid?.(),
      change: variant === 'net31' ? 'restricted' : 'none-needed',
    })
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    const sizeBytes = fs.statSync(file).size
    const estimate = preflight.estimates.heap
    expect(sizeBytes).toBeGreaterThan((estimate?.lowBytes ?? Infinity) * 0.7)
    expect(sizeBytes).toBeLessThan((estimate?.highBytes ?? 0) * 1.4)

    const again = await check(target, variant, { path: file })
    expect(again.blockers).toEqual([{ kind: 'file-exists', sizeBytes }])
    const asked = await check(target, variant, { path: file, mayOverwrite: true })
    expect(asked.blockers).toEqual([])
    const second = await take(target, variant, asked, { mayOverwrite: true })
    expect(second).toMatchObject({ ok: true, value: { verdict: 'complete' } })
    expect(fs.statSync(file).size).toBeLessThan(sizeBytes)
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.old'))).toEqual([])
    fs.rmSync(file)
  })

  it.skipIf(!isBuilt)('that can’t be written is rejected up front, with the reason', async () => {
    const target = await start({ variant, args: ['idle'] })
    const kinds = async (plan: Partial<DumpPlan> & { path: string }): Promise<string[]> =>
      (await check(target, variant, plan)).blockers.map(({ kind }) => kind)
    expect(await kinds({ path: '/nowhere/at/all.dmp' })).toEqual(['folder-missing'])
    expect(await kinds({ path: folder })).toEqual(['path-is-folder'])
    expect(await kinds({ path: 'relative.dmp' })).toEqual(['path-not-absolute'])
  })

  it.skipIf(!isBuilt)('fails with createdump’s message where the runtime passes it on', async () => {
    const target = await start({ variant, args: ['idle'] })
    const preflight = { ...(await check(target, variant, { path: '/nowhere/at/all.dmp' })), blockers: [] }
    const taken = await take(target, variant, preflight)
    expect(taken).toMatchObject({
      ok: false,
      error: { error: { kind: 'runtime-error', name: 'E_FAIL' }, isSocketLost: false, isTargetGone: false },
    })
    if (taken.ok || variant === 'net31') return
    expect(taken.error.messages.join('\n')).toContain("Could not create output file '/nowhere/at/all.dmp'")
  })

  it.skipIf(!isBuilt)('continues when nobody waits for it any more, and its result is still reported', async () => {
    const target = await start({ variant, args: ['idle'] })
    const preflight = await check(target, variant, { path: path.join(folder, `${variant}-unwaited.dmp`), type: 'full' })
    const running = takeDump({ endpoint: endpointOf(target.pid), facts: factsOfSample(variants[variant]) }, preflight, {
      type: 'full',
      operatingSystem: 'Linux',
      mayOverwrite: false,
    })
    running.stopWaiting()
    expect(await running.whenWaited).toBe('stopped-waiting')
    expect(await running.whenEnded).toMatchObject({ ok: true, value: { verdict: 'complete' } })
    fs.rmSync(preflight.path)
  })
})

// A self-contained target has a createdump of its own that can be changed.
const changeable = managed.filter((variant) => variant !== 'net10')

describe.skipIf(!canBuildSamples()).each(changeable)('a dump without a sound createdump: %s', (variant) => {
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null

  it.skipIf(!isBuilt)('is refused when it is not executable, and reported when its response was wrong', async () => {
    const program = copyTarget(variant, path.join(folder, `copy-${variant}`))
    const createdump = path.join(path.dirname(program), 'createdump')
    const target = await start({ variant, program, args: ['idle'] })
    const file = path.join(folder, `${variant}-odd.dmp`)

    fs.chmodSync(createdump, 0o644)
    expect((await check(target, variant, { path: file })).blockers).toEqual([
      { kind: 'createdump-not-executable', path: createdump },
    ])
    fs.renameSync(createdump, `${createdump}.real`)
    expect((await check(target, variant, { path: file })).blockers).toEqual([
      { kind: 'createdump-missing', path: createdump },
    ])

    // Ends well and writes nothing, as a crashed one does for .NET Core 3.1.
    fs.writeFileSync(createdump, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const preflight = await check(target, variant, { path: file })
    expect(preflight.blockers).toEqual([])
    expect(await take(target, variant, preflight)).toMatchObject({
      ok: true,
      value: { verdict: 'missing', file: null },
    })

    // Runs out of disk in the middle.
    fs.chmodSync(`${createdump}.real`, 0o755)
    fs.writeFileSync(createdump, `#!/bin/sh\n"$0.real" "$@" && truncate -s 1000000 '${file}'\n`)
    const half = await take(target, variant, preflight)
    expect(half).toMatchObject({
      ok: true,
      value: { verdict: 'partial', visiblePath: `${file}.partial`, file: { format: 'elf-core', isComplete: false } },
    })
    expect(fs.existsSync(file)).toBe(false)
    // It was asked, it lives, it answers.
    expect(fs.existsSync(endpointOf(target.pid).path)).toBe(true)
    fs.rmSync(path.dirname(program), { recursive: true, force: true })
  })
})
