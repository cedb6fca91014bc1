import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  buildService,
  canBuildSamples,
  startTarget,
  tryBuild,
  type SampleTarget,
} from '../../../samples/start-target.ts'
import { must } from '../../../shared/base/assert.ts'
import { readyMade } from '../../../shared/rules/ready-made.ts'
import { usualLimits, type RuleCondition } from '../../../shared/rules/rule.ts'
import { canLimitMemory, limitMemory } from './testing/memory-group.ts'
import { RuleBench } from './testing/rule-bench.ts'

const notify = { kind: 'notify' } as const
const times = { count: 1, withinMs: 10_000 }
const unlimited = { ...usualLimits, apartMs: 0, leastFreeBytes: 0 }
/** For what never comes: a machine that does other things as well gives a process a share of a core, and a session its time. */
const within = { timeout: 100_000, interval: 100 }

/** One that is always above: the second in which it holds is waited for. */
const counter = (name: string) => ({
  kind: 'counter' as const,
  provider: 'System.Runtime',
  name,
  measure: 'value' as const,
  tags: '',
  direction: 'above' as const,
  value: 1,
  forMs: 1000,
})

let bench: RuleBench
const targets: SampleTarget[] = []

async function start(...args: string[]): Promise<SampleTarget> {
  const target = await startTarget({ args: [...args, ...(args.includes('--') ? [] : ['--']), bench.mark] })
  targets.push(target)
  return target
}

/** The first line of the journal that is not a skipped one, once it is over. */
async function firstFired(id: string) {
  await expect.poll(() => bench.fired(id)[0]?.outcome ?? bench.entry(id).watched, within).toMatch(/done|partial|failed/)
  return must(bench.fired(id).at(-1), 'it fired')
}

describe.skipIf(!canBuildSamples() || tryBuild('net10') === null)('rules over real processes', () => {
  beforeAll(async () => void (bench = await RuleBench.create()), 120_000)
  afterEach(async () => {
    await bench.clear()
    await Promise.all(targets.splice(0).map((target) => target.dispose()))
  })
  afterAll(() => bench.dispose(), 60_000)

  it.for<[string, readonly string[], RuleCondition, RegExp]>([
    ['memory', ['idle'], { kind: 'usage', what: 'memory', direction: 'above', value: 2 ** 20, forMs: 0 }, /MiB$/],
    // An idle sample takes no measurable time; what a computing one gets is what others leave.
    ['CPU', ['busy'], { kind: 'usage', what: 'cpu', direction: 'above', value: 3, forMs: 1000 }, /%$/],
    ['a counter', ['idle'], counter('working-set'), /^\d/],
    ['an instrument of a meter', ['idle'], counter('dotnet.process.memory.working_set'), /^\d/],
    ['a GC pause', ['gc', '--gc-ms=200'], { kind: 'gc-pause', longerThanMs: 0.001 }, /s$/],
    ['the thread-pool queue', ['starve'], { kind: 'thread-pool-queue', value: 1, forMs: 0 }, /^\d/],
    ['any exception', ['throw'], { kind: 'exception', type: '*', message: '', ...times, count: 3 }, /^\d/],
    ['an exception by type', ['throw'], { kind: 'exception', type: 'System.*', message: '', ...times }, /^\d/],
  ])('fire for %s', async ([, args, condition, reached]) => {
    const target = await start(...args)
    const id = bench.arm(condition, [notify])
    const fired = await firstFired(id)
    expect(fired).toMatchObject({ outcome: 'done', pid: target.pid, processName: 'Pipescope.Sample' })
    expect(fired.reached).toMatch(reached)
    expect(bench.notified[0]).toMatch(/^Test: Pipescope\.Sample \(PID \d+\): /)
  })

  it('fire for HTTP responses, their duration and log messages of a web service', async () => {
    const target = await startTarget({ program: buildService(), args: ['--fault', 'none', bench.mark] })
    targets.push(target)
    const applications = { name: '*', commandLine: bench.mark, allUsers: false }
    const responses = { kind: 'http-status', status: '2xx', route: '/*', perSecond: 0.1, forMs: 1000 } as const
    const duration = { kind: 'http-duration', percentile: 'p50', route: '*', longerThanMs: 0.001, forMs: 0 } as const
    const logs = { kind: 'log', level: 'information', category: 'Pipescope.*', text: '', ...times } as const
    const ids = [responses, duration, logs].map((condition) => bench.arm(condition, [notify], { applications }))
    for (const id of ids) {
      // oxlint-disable-next-line no-await-in-loop -- one process does all of it
      expect((await firstFired(id)).pid).toBe(target.pid)
    }
    expect(bench.fired(ids[2]!)[0]?.message).toMatch(/^Pipescope\./)
  })

  it.skipIf(!canLimitMemory())('fire for a container that uses much of the memory it may have', async () => {
    const target = await start('leak', '--mb-per-second=16')
    const percent = { kind: 'usage', what: 'container-memory', direction: 'above', value: 5, forMs: 0 } as const
    const id = bench.arm(percent, [notify])
    await expect.poll(() => bench.entry(id).watched[0]?.problem, within).toBe('no-container-limit')
    using group = limitMemory(target.pid, 512 * 2 ** 20)
    const { reached } = await firstFired(id)
    expect([group.limitBytes, Number.parseFloat(reached) >= 5]).toEqual([512 * 2 ** 20, true])
    expect(bench.entry(id).watched[0]?.problem).toBeNull()
    await target.dispose()
  })

  it('fire for an event, and for one with a value in a field, together with something else', async () => {
    const target = await start('idle')
    const event = { kind: 'event', provider: 'Microsoft-Windows-DotNETRuntime', keywords: '0x1', level: 4 } as const
    const id = bench.arm({ ...event, event: 'GC*', field: '', contains: '', ...times }, [notify])
    // What a person's GC.Collect() is: of the oldest generation.
    const full = { ...event, event: 'GC/Start', field: 'Depth', ...times }
    const memory = { kind: 'usage', what: 'memory', direction: 'above', value: 1, forMs: 0 } as const
    const both = bench.arm([{ ...full, contains: '2' }, memory], [notify], { match: 'all' })
    const other = bench.arm({ ...full, contains: '7' }, [notify])
    // Each rule that is armed opens the session anew, and the last of them is not known from the others.
    const firedOnce = () => {
      target.send('gc')
      return [id, both].every((rule) => bench.fired(rule).length > 0)
    }
    await expect.poll(firedOnce, { ...within, interval: 500 }).toBe(true)
    expect((await firstFired(id)).message).toMatch(/^Microsoft-Windows-DotNETRuntime\/GC/)
    expect((await firstFired(both)).condition).toMatch(/memory|GC\/Start/)
    expect(bench.fired(other)).toEqual([])
  })

  it('fire when a process starts, stops responding, is killed, and so has exited', async () => {
    const started = bench.arm({ kind: 'process', what: 'started' }, [notify])
    const stopped = bench.arm({ kind: 'process', what: 'stopped-answering' }, [notify])
    const killed = bench.arm({ kind: 'process', what: 'ended-suddenly' }, [notify])
    const exited = bench.arm({ kind: 'process', what: 'exited' }, [notify])
    const target = await start('idle')
    await firstFired(started)
    target.child.kill('SIGSTOP')
    await firstFired(stopped)
    target.child.kill('SIGKILL')
    await firstFired(killed)
    await firstFired(exited)
    expect(bench.fired(started)).toHaveLength(1)
  })

  it('save what a flight recorder kept, and stay armed', async () => {
    await start('throw')
    const id = bench.arm({ kind: 'exception', type: '*', message: '', ...times, count: 5 }, [
      { kind: 'save-flight', lastMs: 10_000 },
    ])
    const { actions } = await firstFired(id)
    const [file] = actions[0]!.files
    expect(actions[0]).toMatchObject({ state: 'done', reason: null })
    expect(fs.statSync(file!.path).size).toBe(file!.sizeBytes)
    expect(bench.jobs.running().filter(({ kind }) => kind === 'ring')).toHaveLength(1)
    bench.rules.disarm(id)
    await expect.poll(() => bench.jobs.running(), within).toEqual([])
  })

  it('take stacks, a recording, a heap graph and a dump, one after the other', async () => {
    const target = await start('busy')
    const id = bench.arm({ kind: 'usage', what: 'cpu', direction: 'above', value: 1, forMs: 0 }, [
      { kind: 'stacks' },
      { kind: 'record', durationMs: 1000, preset: 'gc' },
      { kind: 'heap-graph' },
      { kind: 'dump', type: 'mini' },
    ])
    const { actions, outcome } = await firstFired(id)
    expect(actions.map(({ state, reason }) => [state, reason])).toEqual(actions.map(() => ['done', null]))
    expect([outcome, actions.map(({ files }) => files.length)]).toEqual(['done', [1, 1, 1, 1]])
    for (const { files } of actions) expect(fs.statSync(files[0]!.path).size).toBe(files[0]!.sizeBytes)
    // Beside the other files, on the disk whose room the rule minds; and it lives on.
    expect(actions[3]!.files[0]!.path).toMatch(/_dump_mini\.dmp$/)
    expect(path.dirname(actions[3]!.files[0]!.path)).toBe(path.dirname(actions[0]!.files[0]!.path))
    expect(fs.readFileSync(actions[3]!.files[0]!.path).subarray(0, 4).toString('latin1')).toBe('\u007fELF')
    expect(target.child.exitCode).toBeNull()
  })

  it('run a program with each value as one whole argument, and no shell', async () => {
    await start('throw')
    const written = path.join(bench.folder, 'arguments')
    const program = path.join(bench.folder, 'note.sh')
    fs.writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > ${written}\n`, { mode: 0o700 })
    const id = bench.arm({ kind: 'exception', type: 'System.*', message: '', ...times }, [
      { kind: 'program', path: program, args: ['{process}', '$(touch x)', 'pid={pid}', '{message}'] },
    ])
    expect((await firstFired(id)).outcome).toBe('done')
    const lines = fs.readFileSync(written, 'utf8').trimEnd().split('\n')
    expect(lines.slice(0, 3)).toEqual(['Pipescope.Sample', '$(touch x)', 'pid={pid}'])
    expect(lines[3]).toMatch(/^System\./)
    expect(lines).toHaveLength(4)
  })

  it('are turned off with a reason when none of their actions worked', async () => {
    await start('throw')
    const id = bench.arm({ kind: 'exception', type: '*', message: '', ...times }, [
      { kind: 'program', path: '/nowhere/program', args: [] },
    ])
    expect((await firstFired(id)).outcome).toBe('failed')
    await expect
      .poll(() => bench.entry(id), within)
      .toMatchObject({ isArmed: false, off: { reason: 'actions-failed' } })
  })

  it('keep their limits across processes, restarts of Pipescope and clocks that jump', async () => {
    const limits = { ...unlimited, perHour: 1, perDay: 1 }
    const exception: RuleCondition = { kind: 'exception', type: '*', message: '', ...times }
    const first = await start('throw')
    const id = bench.arm(exception, [notify], { limits })
    await firstFired(id)
    await expect.poll(() => bench.skipped(id)[0]?.skipped, within).toBe('per-hour')
    // Two that are skipped in turns are two lines.
    const beside = await start('throw')
    await expect.poll(() => bench.skipped(id).find(({ pid }) => pid === beside.pid)?.count, within).toBeGreaterThan(10)
    expect(bench.skipped(id)).toHaveLength(2)
    await first.dispose()
    await beside.dispose()
    await bench.restart()
    bench.clock.offsetMs = -3 * 86_400_000
    const second = await start('throw')
    await expect.poll(() => bench.skipped(id)[0]?.pid, within).toBe(second.pid)
    expect(bench.entry(id)).toMatchObject({ isArmed: true, leftToday: 0 })
    expect(bench.fired(id)).toHaveLength(1)
  })

  it('write nothing when the disk is too full', async () => {
    await start('throw')
    const exception: RuleCondition = { kind: 'exception', type: '*', message: '', ...times }
    const record = { kind: 'record', durationMs: 1000, preset: 'exceptions' } as const
    const full = bench.arm(exception, [record], { limits: { ...unlimited, leastFreeBytes: 1e18 } })
    // A firing that could do nothing uses up none of its limits, and says so once.
    await expect.poll(() => bench.skipped(full)[0]?.count, within).toBeGreaterThan(5)
    expect(bench.skipped(full).map(({ skipped }) => skipped)).toEqual(['disk'])
    expect(bench.entry(full)).toMatchObject({ isArmed: true, leftToday: 3 })
  })

  it('wait as long as their limits say, end for the day, and write no more than they may', async () => {
    await start('throw')
    const exception: RuleCondition = { kind: 'exception', type: '*', message: '', ...times }
    const often = { ...unlimited, perHour: 100, perDay: 100 }
    const apart = bench.arm(exception, [notify], { limits: { ...often, apartMs: 3_600_000 } })
    const daily = bench.arm(exception, [notify], { limits: { ...often, perDay: 1 } })
    const large = bench.arm(exception, [{ kind: 'stacks' }], { limits: { ...often, mostBytes: 2 ** 20 } })
    const first = () => bench.fired(large).at(-1)
    await expect.poll(() => first()?.outcome, within).toBe('done')
    fs.truncateSync(first()!.actions[0]!.files[0]!.path, 2 ** 20)
    for (const [id, reason] of [
      [apart, 'apart'],
      [daily, 'per-day'],
      [large, 'size'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one process does all of it
      await expect.poll(() => bench.skipped(id).map(({ skipped }) => skipped), within).toContain(reason)
    }
    expect([apart, daily].map((id) => bench.fired(id).length)).toEqual([1, 1])
    // It is on, and writes again when there is room.
    expect(bench.entry(large)).toMatchObject({ isArmed: true, off: null })
    const before = bench.fired(large).length
    for (const { actions } of bench.fired(large))
      for (const { path: file } of actions[0]!.files) fs.rmSync(file, { force: true })
    await expect.poll(() => bench.fired(large).length, within).toBeGreaterThan(before)
  })

  it('would have fired in a recording where they did, and say what it can’t show', async () => {
    await start('throw')
    const exception: RuleCondition = { kind: 'exception', type: 'System.*', message: '', ...times }
    const id = bench.arm(exception, [{ kind: 'record', durationMs: 3000, preset: 'exceptions' }])
    const { actions } = await firstFired(id)
    const source = { kind: 'file', path: actions[0]!.files[0]!.path } as const
    const { rule } = bench.entry(id)
    const conditions: RuleCondition[] = [exception, { kind: 'process', what: 'exited' }]
    const limits = { ...unlimited, perHour: 2 }
    const run = await bench.rules.dryRun({ rule: { ...rule, match: 'any', conditions, limits }, source })
    expect(run).toMatchObject({ ok: true, value: { silent: [1] } })
    const fired = run.ok ? run.value.fired : []
    expect(fired.filter(({ skipped }) => skipped === null)).toHaveLength(2)
    expect(fired.slice(2).every(({ skipped }) => skipped === 'per-hour')).toBe(true)
    expect(fired.length).toBeGreaterThan(5)
  })

  it('would have fired over the figures of a recorded counter', async () => {
    const source = {
      kind: 'file',
      path: path.join(import.meta.dirname, '../../../fixtures/nettrace/net10-counters.nettrace'),
    } as const
    const { rule } = readyMade[0]!
    const run = await bench.rules.dryRun({
      rule: { ...rule, conditions: [{ ...counter('sample-level'), provider: 'Pipescope-Sample-Counters' }] },
      source,
    })
    expect(run).toMatchObject({
      ok: true,
      value: { conditionIndex: 0, limit: 1, silent: [], fired: [{ skipped: null }] },
    })
    expect(run.ok && run.value.points.length).toBeGreaterThan(1)
  })

  it('would have fired over a file of dotnet-counters', async () => {
    const file = path.join(bench.folder, 'counters.csv')
    const rows = Array.from(
      { length: 30 },
      (_, at) => `01/02/2026 03:04:${String(at).padStart(2, '0')},System.Runtime,ThreadPool Queue Length,Metric,${at}`,
    )
    fs.writeFileSync(file, ['Timestamp,Provider,Counter Name,Counter Type,Mean/Increment', ...rows].join('\n'))
    const { rule } = readyMade[0]!
    const queue = { kind: 'thread-pool-queue', value: 20, forMs: 2000 } as const
    const run = await bench.rules.dryRun({
      rule: { ...rule, conditions: [queue] },
      source: { kind: 'file', path: file },
    })
    expect(run).toMatchObject({ ok: true, value: { limit: 20, silent: [], fired: [{ skipped: null }] } })
    fs.writeFileSync(file, 'nothing of the kind')
    const refused = await bench.rules.dryRun({ rule, source: { kind: 'file', path: file } })
    expect(refused).toMatchObject({ ok: false, error: { kind: 'malformed', what: 'counter file' } })
  })

  it('look only at the applications they name', async () => {
    await start('idle', '--', 'orders')
    const other = await start('idle')
    const applications = { name: 'Pipescope.*', commandLine: '-- ORDERS', allUsers: false }
    const id = bench.arm({ kind: 'usage', what: 'memory', direction: 'above', value: 1, forMs: 0 }, [notify], {
      applications,
    })
    await firstFired(id)
    expect(bench.entry(id).watched.map(({ pid }) => pid)).not.toContain(other.pid)
  })

  it('share the live view with open documents, and leave no session behind', async () => {
    const target = await start('idle')
    // One that there is: a session that has no value yet is not stopped for the page's, because that can harm its target.
    const id = bench.arm({ ...counter('dotnet.process.memory.working_set'), value: 1e12 }, [notify])
    await expect.poll(() => bench.entry(id).watched.length, within).toBe(1)
    const { key } = bench.entry(id).watched[0]!
    const opened = await bench.live.open({ processKey: key, intervalMs: 1000 }, 'page')
    await expect.poll(() => bench.registry.sessionCount, within).toBe(2)
    if (opened.ok) await bench.live.close(opened.value, 'page')
    expect(bench.registry.sessionCount).toBe(2)
    bench.rules.disarm(id)
    await expect.poll(() => bench.registry.isIdle, within).toBe(true)
    expect(target.child.exitCode).toBeNull()
  })

  it('open one session without counters for what events tell', async () => {
    await start('throw')
    const pauses = bench.arm({ kind: 'gc-pause', longerThanMs: 1e6 }, [notify])
    const typed = bench.arm({ kind: 'exception', type: 'System.*', message: '', ...times }, [notify])
    const any = bench.arm({ kind: 'exception', type: '*', message: '', ...times }, [notify])
    await firstFired(typed)
    expect((await firstFired(any)).message).toMatch(/^System\./)
    expect(bench.fired(pauses)).toEqual([])
    // Each rule that is armed changes what is asked; sessions of before are still being read to their end.
    await expect.poll(() => bench.registry.sessionCount, within).toBe(1)
    expect(bench.live.queues()).toEqual([])
  })

  it('leave no file of a process that ends while no rule asks for one', async () => {
    const target = await start('idle')
    const id = bench.arm({ kind: 'exception', type: 'None', message: '', ...times }, [
      { kind: 'save-flight', lastMs: 10_000 },
    ])
    const flights = () => bench.jobs.list().filter(({ kind, target: of }) => kind === 'ring' && of?.pid === target.pid)
    await expect.poll(() => flights()[0]?.actions, within).toContain('save')
    await target.dispose()
    await expect.poll(() => flights()[0]?.state, within).toBe('cancelled')
    expect(bench.fired(id)).toEqual([])
  })

  it('save what a process did before it was killed', async () => {
    const target = await start('throw')
    const id = bench.arm({ kind: 'process', what: 'ended-suddenly' }, [{ kind: 'save-flight', lastMs: 10_000 }])
    const flight = () => bench.jobs.running().find(({ kind }) => kind === 'ring')
    await expect.poll(() => (flight()?.bytes ?? 0) > 20_000, within).toBe(true)
    target.child.kill('SIGKILL')
    const { actions, outcome } = await firstFired(id)
    expect(outcome).toBe('done')
    expect(fs.statSync(actions[0]!.files[0]!.path).size).toBe(actions[0]!.files[0]!.sizeBytes)
  })
})
