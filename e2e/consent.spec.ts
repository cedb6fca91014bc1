import dgram from 'node:dgram'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { buildProfiler, buildStartupHook, canBuildSamples, profilerClsid } from '../samples/start-target.ts'
import { checklists } from '../shared/case/checklists.ts'
import { readyMade } from '../shared/rules/ready-made.ts'
import type { ChannelName } from '../shared/contract/index.ts'
import { goToProcess, test as alone } from './fixture/live-page.ts'
import { answerQuestions, askedQuestions, letSilencePass, whenAskedAgain } from './fixture/native-questions.ts'
import { startRecording } from './fixture/recording-steps.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { test } from './fixture/shared-app.ts'
import { findProcess, processRow } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

/** A page that somebody else controls, with everything that the bridge gives it, and nobody who agrees to anything. */
interface Prey {
  readonly key: string
  /** A folder that was never chosen, with a file worth losing. */
  readonly folder: string
  readonly victim: string
  readonly marker: string
}

const clsid = `{${profilerClsid.replaceAll(/[{}]/g, '')}}`
const none: unknown[] = [{}]

/** What such a page would send, channel by channel; none where the deed is its everyday work (a live view, a window, the demo). A new channel does not compile until somebody has thought of this. */
const attacks = ({ key, folder, victim, marker }: Prey): Readonly<Record<ChannelName, readonly unknown[]>> => {
  const target = { kind: 'process', key }
  const missing = path.join(folder, 'made.bin')
  const port = { rule: 'resume', nameRules: [], suspends: false, recording: null }
  const dump = { target, type: 'triage', crashReport: 'none', logging: false }
  const launch = { folder, variables: {}, suspends: false, firstRule: 'resume', rule: 'resume', recording: null }
  const spec = { providers: [], bufferMB: 64, rundown: 'none' }
  const id = { id: 'x' }
  const { rule } = readyMade[0]!
  const job = { jobId: 'x' }
  const live = { liveId: 'x' }
  const document = { documentId: 'x' }
  const inCase = { caseId: 'x' }
  return {
    'app.facts': none,
    'settings.get': none,
    'updates.state': none,
    'updates.check': none,
    'settings.update': [{ recordings: { folder, nameTemplate: '../../{process}' } }],
    'diagnostics.queues': none,
    'diagnostics.log': [{ maxRecords: 10 }],
    'diagnostics.saveReport': none,
    'clipboard.writeText': [{ text: 'x' }],
    'clipboard.writePng': [{ png: new ArrayBuffer(0) }],
    'files.save': [{ suggestedName: 'victim.txt', content: new ArrayBuffer(3) }],
    'files.reveal': [{ path: victim }],
    'window.setTitleBar': [{ isDark: true }],
    'window.new': [],
    'log.write': [{ level: 'info', event: 'x', fields: {} }],
    'consents.list': none,
    'consents.revoke': [{ id: null }],
    'console.preview': [{ target, command: 'ResumeRuntime', payload: { kind: 'fields', values: {} } }],
    'console.send': [
      {
        target,
        command: 'SetEnvironmentVariable',
        payload: { kind: 'fields', values: { name: 'STOLEN', value: 'taken-over' } },
      },
      { target, command: 'EnablePerfMap', payload: { kind: 'fields', values: { type: '1' } } },
    ],
    'dumps.suggest': [{ target, type: 'full' }],
    'dumps.check': [{ ...dump, path: victim, mayOverwrite: true }],
    'dumps.start': [
      { ...dump, path: victim, mayOverwrite: true },
      { ...dump, path: missing, mayOverwrite: false },
    ],
    'dumps.result': [job],
    'dumps.removePartial': [job],
    'dumps.fetch': [job],
    'dumps.left': [{ machineId: 'ssh:far' }],
    'dumps.removeFar': [job],
    'dumps.report': [job],
    'dumps.compressionFormats': none,
    'dumps.compress': [{ fileId: victim, format: 'gzip' }],
    'cases.plan': [{ processKeys: [key], checklist: checklists[0], dump: null }],
    'cases.start': [
      {
        processKeys: [key],
        checklist: checklists[0],
        ticket: '../../x',
        notes: null,
        skipped: [],
        wantsLogs: false,
        wantsHeap: false,
        resumes: false,
        dump: 'full',
        addedFileIds: [victim],
        exports: { privacy: [], excluded: [], password: null, partBytes: null },
      },
    ],
    'cases.skip': [{ ...inCase, kind: 'trace', process: 0 }],
    'cases.retry': [{ ...inCase, kind: 'dump', process: 0 }],
    'cases.describe': [{ ...inCase, ticket: null, notes: null, answers: [] }],
    'cases.preview': [{ ...inCase, privacy: [] }],
    'cases.export': [{ ...inCase, privacy: [], excluded: [], password: null, partBytes: null }],
    'cases.addFiles': [{ ...inCase, fileIds: [victim] }],
    'cases.chooseFiles': [inCase],
    'cases.removeFile': [{ ...inCase, name: victim }],
    'cases.discard': [inCase],
    'cases.importChecklist': none,
    'cases.checklists': none,
    'cases.removeChecklist': [{ id: 'nothing' }],
    'cases.exportChecklist': [{ checklist: checklists[0] }],
    'cases.open': [{ path: victim, password: null }],
    'cases.progress': [document],
    'cases.document': [document],
    'cases.text': [{ ...document, name: '../../victim.txt' }],
    'cases.unpack': [{ ...document, name: '../../victim.txt' }],
    'cases.close': [document],
    'shelf.list': none,
    'shelf.describe': [{ id: victim, tags: null, notes: 'x' }],
    'shelf.checksum': [{ id: victim }],
    'shelf.drag': [{ id: victim }],
    'shelf.remove': [{ ids: [victim] }],
    'shelf.undoRemove': [{ ids: [victim] }],
    'jobs.act': [{ ...job, action: 'cancel' }],
    'jobs.dismiss': [job],
    'jobs.quitShown': none,
    'jobs.answerQuit': [{ choice: 'discard' }],
    'live.open': [],
    'live.close': [live],
    'live.setInterval': [{ ...live, intervalMs: 1000 }],
    'live.addProvider': [{ ...live, provider: 'x' }],
    'live.removeProvider': [{ ...live, provider: 'x' }],
    'live.joinShared': [live],
    'live.retry': [live],
    'live.addMark': [{ ...live, timeMs: 0, label: 'x', origin: 'person' }],
    'live.editMark': [{ ...live, id: 'x', label: 'x' }],
    'live.removeMark': [{ ...live, id: 'x' }],
    'live.range': [{ ...live, seriesIndexes: [], fromMs: 0, toMs: 1, maxPoints: 2 }],
    'live.export': [{ ...live, format: 'json', fromMs: 0, toMs: 1, seriesIndexes: [] }],
    'live.exportCompared': [
      { format: 'json', fromMs: 0, toMs: 1, targets: [{ ...live, name: 'x', seriesIndexes: [] }] },
    ],
    'live.openFile': [{ path: victim }],
    'ports.open': [{ address: { transport: 'tcp', path: '0.0.0.0:47113' }, ...port }],
    'ports.close': [{ portId: 'x' }],
    'ports.setRule': [{ portId: 'x', rule: 'resume' }],
    'ports.setNameRules': [{ portId: 'x', nameRules: [] }],
    'ports.resume': [{ portId: 'x', cookie: 'x' }],
    'ports.resumeAll': [{ portId: null }],
    'launch.start': [
      { command: '/bin/sh', args: ['-c', `touch ${marker}`], ...launch },
      { command: '/usr/bin/touch', args: [marker], ...launch },
    ],
    'launch.stop': [{ launchId: 'x', how: 'kill' }],
    'launch.output': [{ launchId: 'x', stream: 'stdout', fromOffset: 0 }],
    'launch.remove': [{ launchId: 'x' }],
    'processes.details': [{ key }],
    'processes.environment': [{ key }],
    'processes.reveal': [{ key, name: 'HOME' }],
    'processes.retry': [{ key }],
    'processes.resume': [{ key }],
    'processes.explain': none,
    'processes.seen': none,
    'processes.pin': [{ key, isPinned: false }],
    'processes.forget': [{ application: 'x' }],
    'demo.start': [],
    'demo.stop': none,
    'recordings.start': [{ processKey: key, folder, spec }],
    'recordings.mark': [{ ...job, text: 'x' }],
    'recordings.changeMark': [{ ...job, index: 0, text: null }],
    'recordings.place': [{ processKey: key, folder, nameTemplate: '../x', presetId: 'x' }],
    'recordings.chooseFolder': none,
    'recordings.probe': [{ processKey: key, spec }],
    'recordings.presets': none,
    'recordings.savePreset': [id],
    'recordings.removePreset': [id],
    'recordings.exportPreset': [id],
    'recordings.importPreset': none,
    'recordings.last': [{ processKey: key }],
    'recordings.stacks': [job],
    'environment.set': [
      { target, name: 'STOLEN', value: 'taken-over' },
      { target, name: 'HOME', value: null },
    ],
    'rules.save': [
      { id: null, rule: { ...rule, actions: [{ kind: 'program', path: '/usr/bin/touch', args: [marker] }] } },
    ],
    'rules.arm': [id],
    'rules.disarm': [id],
    'rules.remove': [id],
    'rules.restore': [id],
    'rules.import': none,
    'rules.export': [id],
    'rules.dryRun': [{ rule, source: { kind: 'file', path: victim } }],
    'rules.chooseProgram': none,
    'rules.chooseRecording': none,
    'rules.keepInBackground': [{ isKept: false }],
    'rules.startAtLogin': [{ starts: true }],
    'machines.refresh': none,
    'machines.add': [
      { destination: `-oProxyCommand=touch ${marker}` },
      { destination: `thief@$(touch ${marker})` },
      { destination: 'thief@127.0.0.1:9' },
    ],
    'machines.connect': [{ id: 'ssh:thief@127.0.0.1:9' }, { id: `ssh:-oProxyCommand=touch ${marker}` }],
    'machines.disconnect': [{ id: 'ssh:thief@127.0.0.1:9' }],
    'machines.openWithSudo': [{ key }, { key: `ssh:thief@127.0.0.1:9/1:$(touch ${marker})` }],
    'machines.remove': [{ id: 'ssh:thief@127.0.0.1:9' }],
    'profiler.check': [{ target, path: buildProfiler() ?? '/none.so' }],
    'profiler.attach': [
      { target, path: buildProfiler() ?? '/none.so', clsid, timeoutMs: 1000, clientBytes: new Uint8Array() },
    ],
    'profiler.startup': [{ target, path: buildProfiler() ?? '/none.so', clsid }],
    'perfMap.start': [{ target, type: 'all' }],
    'perfMap.stop': [{ target }],
    'perfMap.fetch': [{ target, path: victim }],
    'startupHook.check': [{ target, path: buildStartupHook() }],
    'startupHook.apply': [{ target, path: buildStartupHook() }],
    'traces.open': [{ path: victim }],
    'traces.progress': [document],
    'traces.summary': [{ ...document, isWhole: false }],
    'traces.fetchSymbols': [document],
    'traces.marks': [document],
    'traces.views': [document],
    'traces.saveView': [{ ...document, view: {} }],
    'traces.deleteView': [{ ...document, name: 'x' }],
    'traces.table': [{ ...document, question: {}, fromRow: 0, rowCount: 1 }],
    'traces.overview': [{ ...document, selection: {} }],
    'traces.compare': [{ ...document, against: {}, question: {} }],
    'traces.compareFlame': [{ ...document, against: {} }],
    'traces.compareEvents': [{ ...document, against: {}, question: {} }],
    'traces.eventWords': [document],
    'traces.eventMatches': [{ ...document, question: {} }],
    'traces.event': [{ ...document, question: { at: { place: 0 } } }],
    'traces.eventsBetween': [{ ...document, question: {} }],
    'traces.flame': [{ ...document, question: {} }],
    'traces.timeline': [{ ...document, question: {} }],
    'traces.stackChart': [{ ...document, question: {} }],
    'traces.frame': [{ ...document, question: {} }],
    'traces.source': [{ ...document, question: {} }],
    'traces.waterfall': [{ ...document, question: { row: 0 } }],
    'traces.tree': [{ ...document, question: {} }],
    'traces.findings': [{ ...document, selection: {} }],
    'traces.copyTable': [{ ...document, question: {} }],
    'traces.exportTable': [{ ...document, question: {} }],
    'traces.export': [{ ...document, kind: 'folded', selection: {} }],
    'traces.repair': [document],
    'traces.trimCounts': [{ ...document, selection: {}, redaction: null }],
    'traces.trim': [{ ...document, selection: {}, redaction: null }],
    'traces.trimProgress': [document],
    'traces.stopTrim': [document],
    'traces.close': [document],
    'heaps.capture': [{ processKey: victim }],
    'heaps.plan': [{ processKey: victim }],
    'heaps.open': [{ path: victim }],
    'heaps.openWithLibrary': [{ path: victim }],
    'heaps.progress': [document],
    'heaps.summary': [document],
    'heaps.types': [{ ...document, question: {}, fromRow: 0, rowCount: 1 }],
    'heaps.tree': [{ ...document, question: {} }],
    'heaps.findInTree': [{ ...document, question: {} }],
    'heaps.objects': [{ ...document, question: {}, fromRow: 0, rowCount: 1 }],
    'heaps.object': [{ ...document, node: 0 }],
    'heaps.type': [{ ...document, type: 0, wantsWay: true }],
    'heaps.threads': [document],
    'heaps.values': [{ ...document, node: 0 }],
    'heaps.findings': [document],
    'heaps.exportCompare': [{ ...document, against: ['x'], question: {}, format: 'csv' }],
    'heaps.compare': [{ ...document, against: ['x'], question: {} }],
    'heaps.export': [{ ...document, question: {} }],
    'heaps.close': [document],
  }
}

interface Refusal {
  readonly ok: boolean
  readonly error?: { readonly kind: string }
}

const invoke = (app: RunningApp, channel: string, request: unknown): Promise<Refusal> =>
  app.page.evaluate(
    ([name, body]) =>
      (window as unknown as { bridge: { invoke(c: unknown, r: unknown): Promise<never> } }).bridge.invoke(name, body),
    [channel, request] as const,
  )

async function closeDialogs({ application }: RunningApp): Promise<void> {
  await answerQuestions(application, 'decline')
  await application.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
  })
}

test.describe('a page that somebody else controls', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  alone('starts, loads, changes, overwrites, deletes and opens nothing by itself', async ({ app, start }) => {
    const target = await start(app, { args: ['idle'] })
    const row = processRow(app.page, target.pid)
    await expect(row).toHaveAttribute('data-state', 'ready')
    await goToProcess(app.page, target.pid)
    await closeDialogs(app)
    const key = keyOf(app, target.pid)
    const folder = path.join(app.folders.top, 'elsewhere')
    const victim = path.join(folder, 'victim.txt')
    const marker = path.join(folder, 'was-here')
    fs.mkdirSync(folder)
    fs.writeFileSync(victim, 'precious')

    const agreed: string[] = []
    const askedAbout = new Set<string>()
    for (const [channel, requests] of Object.entries(attacks({ key, folder, victim, marker })))
      for (const request of requests) {
        // oxlint-disable-next-line no-await-in-loop -- one attack after the other
        const outcome = await invoke(app, channel, request)
        // oxlint-disable-next-line no-await-in-loop -- as above
        const asked = await askedQuestions(app.application)
        if (asked.length > 0) askedAbout.add(channel)
        if (asked.length > 0 && outcome.ok) agreed.push(channel)
        // oxlint-disable-next-line no-await-in-loop -- after *Cancel* nothing is asked for a moment
        if (asked.length > 0) await letSilencePass(app.application)
      }
    expect(agreed, 'done although nobody agreed').toEqual([])
    expect([...askedAbout].toSorted()).toEqual([
      'cases.open',
      'cases.start',
      'console.send',
      'dumps.start',
      'environment.set',
      'heaps.open',
      'heaps.openWithLibrary',
      'launch.start',
      'live.openFile',
      'machines.connect',
      'perfMap.start',
      'ports.open',
      'profiler.attach',
      'profiler.startup',
      'rules.dryRun',
      'rules.startAtLogin',
      'startupHook.apply',
      'traces.open',
    ])

    expect(fs.readdirSync(folder)).toEqual(['victim.txt'])
    expect(fs.readFileSync(victim, 'utf8')).toBe('precious')
    target.send('env STOLEN')
    target.send('env HOME')
    await expect.poll(() => target.lines.join('\n')).toContain(app.folders.home)
    expect(target.lines.join('\n')).not.toContain('taken-over')
    expect(fs.readFileSync(`/proc/${String(target.pid)}/maps`, 'utf8')).not.toContain(
      path.basename(buildProfiler() ?? 'no profiler'),
    )
    expect(fs.existsSync(`/tmp/perf-${String(target.pid)}.map`)).toBe(false)
    expect(await canConnect(47_113)).toBe(false)
    await expect(row).toHaveAttribute('data-state', 'ready')
  })

  test('asks about one action at a time, and not again right away', async ({ app, start }) => {
    const target = await start(app, { args: ['idle'] })
    await expect(await findProcess(app.page, target.pid)).toHaveAttribute('data-state', 'ready')
    const key = keyOf(app, target.pid)
    const request = { target: { kind: 'process', key }, name: 'A', value: 'b' }
    // Sent by the page in one go: on a busy machine twenty requests of the driver take longer than the moment in which nothing is asked.
    const kinds = await app.page.evaluate(async (body) => {
      const { bridge } = window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<Refusal> } }
      const answers = await Promise.all(Array.from({ length: 20 }, () => bridge.invoke('environment.set', body)))
      return answers.map(({ error }) => error?.kind)
    }, request)
    expect(new Set(kinds)).toEqual(new Set(['cancelled']))
    expect(await askedQuestions(app.application)).toHaveLength(1)
  })

  test('discards no running recording, also while quitting; the person is asked once', async ({ app, start }) => {
    const target = await start(app, { args: ['busy'] })
    const before = savedBy(app)
    await startRecording(app, target.pid)
    const { page, application } = app
    const discard = page.getByRole('button', { name: 'Discard', exact: true })
    await discard.click()
    await expect.poll(() => askedQuestions(application)).toMatchObject([{ buttons: ['Discard', 'Cancel'] }])
    await expect(page.getByRole('group', { name: 'This recording' })).toContainText(/so far/)
    expect(await invoke(app, 'jobs.answerQuit', { choice: 'discard' })).toMatchObject({ error: { kind: 'cancelled' } })

    await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const question = page.getByRole('dialog')
    await expect(question).toContainText('One job is still running')
    // After *Cancel* nothing is asked for a moment.
    await whenAskedAgain(application)
    await askedQuestions(application)
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => askedQuestions(application)).toMatchObject([{ buttons: ['Discard and quit', 'Cancel'] }])
    await expect(question).toContainText('One job is still running')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()

    await answerQuestions(application, 'agree')
    await whenAskedAgain(application)
    await discard.click()
    await expect(page.getByText('Discarded').first()).toBeVisible()
    await expect.poll(() => savedBy(app)).toEqual(before)
  })
})

test('a File that the page made up grants nothing', async ({ app }) => {
  const secret = path.join(app.folders.top, 'secret.nettrace')
  fs.writeFileSync(secret, 'x')
  const made = await app.page.evaluate((name) => {
    const { bridge } = window as unknown as { bridge: { pathOfFile(file: unknown): string } }
    return bridge.pathOfFile(new File(['x'], name))
  }, secret)
  expect(made).toBe('')
  expect(await invoke(app, 'traces.open', { path: secret })).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  expect(await askedQuestions(app.application)).toHaveLength(1)
})

test('a peer connection of the page sends nothing', async ({ app }) => {
  const socket = dgram.createSocket('udp4')
  let packetCount = 0
  socket.on('message', () => (packetCount += 1))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  try {
    const { port } = socket.address()
    const tried = await app.page.evaluate(async (stunPort) => {
      if (typeof RTCPeerConnection === 'undefined') return 'not there'
      try {
        const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${String(stunPort)}` }] })
        connection.createDataChannel('x')
        await connection.setLocalDescription(await connection.createOffer())
        await new Promise((resolve) => setTimeout(resolve, 3000))
        return 'tried'
      } catch {
        return 'refused'
      }
    }, port)
    expect(['not there', 'tried', 'refused']).toContain(tried)
    expect(packetCount).toBe(0)
    app.pageErrors.length = 0
  } finally {
    socket.close()
  }
})

/** In the folder of the sample's recordings. */
function savedBy({ folders }: RunningApp): readonly string[] {
  const folder = path.join(folders.home, 'Pipescope', 'Pipescope.Sample')
  return fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : []
}

/** As the process list names it: the pid, and the key in the name of its socket. */
function keyOf({ folders }: RunningApp, pid: number): string {
  const pattern = new RegExp(`^dotnet-diagnostic-${String(pid)}-(\\d+)-socket$`)
  const names = fs.readdirSync(folders.temporary).flatMap((name) => pattern.exec(name)?.[1] ?? [])
  return `${String(pid)}:${names[0] ?? ''}`
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
