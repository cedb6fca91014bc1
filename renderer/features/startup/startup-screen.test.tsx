import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Machine } from '../../../shared/model/machine.ts'
import type { LaunchState, PortState } from '../../../shared/model/port.ts'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { StartupScreen } from './startup-screen.tsx'

const launched: LaunchState = {
  id: 'launch-1',
  machine: null,
  command: 'dotnet',
  args: ['orders.dll'],
  folder: '/home/me',
  phase: 'running',
  pid: 7,
  portId: 'port-1',
  startedMs: 0,
  endedMs: null,
  exitCode: null,
  signal: null,
  stopping: null,
  unseenEnd: null,
  isEarlier: false,
  stdoutBytes: 0,
  stderrBytes: 0,
  variableNames: [],
  error: null,
}

function port(change: Partial<PortState> = {}): PortState {
  return {
    id: 'port-1',
    transport: 'unix',
    address: '/tmp/pscope-x/port',
    variable: '/tmp/pscope-x/port,suspend',
    rule: 'hold',
    nameRules: [],
    launchId: null,
    openedMs: 0,
    rejectedCount: 0,
    runtimes: [],
    ...change,
  }
}

const waiting: PortState['runtimes'][number] = {
  cookie: 'cookie-1',
  phase: 'waiting',
  waitsFor: ['this-port'],
  identity: 'verified',
  targetPid: 4533,
  pid: 4533,
  processKey: '4533:1',
  name: 'orders',
  runtimeVersion: '10.0.0',
  arrivedMs: 0,
  connectionCount: 1,
  decided: null,
  recording: null,
  error: null,
}

beforeEach(() => {
  giveLayout()
  resetStore()
})

describe('the startup screen', () => {
  it('launches what was written, with variables, and says what is missing before', async () => {
    const bridge = installFakeBridge({ 'launch.start': () => launched })
    const { user } = renderUi(<StartupScreen />)
    await user.click(screen.getByRole('button', { name: 'Launch' }))
    expect(screen.getByText('Enter a command.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'dotnet orders.dll')
    await user.type(screen.getByRole('textbox', { name: 'Variable' }), 'KEY=secret{Enter}')
    expect(screen.queryByText(/secret/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Launch' }))
    expect(bridge.requestsOf('launch.start')).toMatchObject([
      { command: 'dotnet', args: ['orders.dll'], variables: { KEY: 'secret' }, firstRule: 'record', rule: 'resume' },
    ])
  })

  it('keeps what was filled in when the page is left, and offers the launch again without its secrets', async () => {
    const bridge = installFakeBridge({ 'launch.start': () => launched })
    const first = renderUi(<StartupScreen />)
    await first.user.type(screen.getByRole('textbox', { name: 'Command' }), 'app --password=hunter2')
    await first.user.type(screen.getByRole('textbox', { name: 'Variable' }), 'API_KEY=abc{Enter}')
    await first.user.type(screen.getByRole('textbox', { name: 'Variable' }), 'MODE=fast{Enter}')
    first.unmount()
    const { user } = renderUi(<StartupScreen />)
    expect(screen.getByRole('textbox', { name: 'Command' })).toHaveProperty('value', 'app --password=hunter2')
    await user.click(screen.getByRole('button', { name: 'Launch' }))
    const kept = JSON.stringify(bridge.requestsOf('settings.update'))
    expect(kept).toContain('MODE')
    expect(kept).not.toMatch(/hunter2|abc/)
    await user.click(await screen.findByRole('button', { name: 'Recent' }))
    await user.click(await screen.findByRole('menuitem', { name: /^app --password=/ }))
    expect(screen.getByText(/Enter API_KEY again/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Launch' }))
    expect(screen.getByText('Enter the hidden part again. Secrets aren’t saved.')).toBeTruthy()
    expect(bridge.requestsOf('launch.start')).toHaveLength(1)
  })

  it('decides by the name of a program, and says which rule applied', async () => {
    const bridge = installFakeBridge({ 'launch.start': () => launched, 'ports.setNameRules': () => null })
    const { user } = renderUi(<StartupScreen />)
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'dotnet test')
    await user.type(screen.getByRole('textbox', { name: 'Name of a program' }), 'MSBuild*{Enter}')
    await user.click(screen.getByRole('button', { name: 'Launch' }))
    const nameRules = [{ pattern: 'MSBuild*', rule: 'resume' as const }]
    expect(bridge.requestsOf('launch.start')).toMatchObject([{ nameRules }])
    const decided = { ...waiting, phase: 'running', decided: { rule: 'resume', pattern: 'MSBuild*' } } as const
    const state = { ports: [port({ nameRules, runtimes: [decided] })], launches: [] }
    act(() => bridge.stream('ports.state').send(state))
    expect(await screen.findByText('MSBuild*: Resume immediately')).toBeTruthy()
    const open = within(screen.getByRole('region', { name: /^Port / }))
    await user.click(open.getByRole('button', { name: 'Remove the rule for MSBuild*' }))
    expect(bridge.requestsOf('ports.setNameRules')).toEqual([{ portId: 'port-1', nameRules: [] }])
  })

  it('says why a program could not be started', async () => {
    installFakeBridge({
      'launch.start': () => {
        throw new DiagnosticsError({ kind: 'io', operation: 'launch', path: 'nowhere', code: 'ENOENT' })
      },
    })
    const { user } = renderUi(<StartupScreen />)
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'nowhere{Enter}')
    expect(await screen.findByText('Couldn’t start the program')).toBeTruthy()
  })

  it('launches on a connected machine, with a folder of that machine, and says where it runs', async () => {
    const machine = { id: 'ssh:web-1', name: 'web-1' }
    const bridge = installFakeBridge({ 'launch.start': () => ({ ...launched, machine }) })
    const { user } = renderUi(<StartupScreen />)
    expect(screen.queryByRole('combobox', { name: 'Machine' })).toBeNull()
    const connected = { ...machine, state: 'connected' } as Machine
    const lost = { ...connected, id: 'ssh:web-2', name: 'web-2', state: 'lost' } as Machine
    const machines = { machines: [connected, lost], unsupported: null, localProcessCount: 0 }
    act(() => bridge.stream('machines.state').send(machines))
    await user.click(screen.getByRole('combobox', { name: 'Machine' }))
    expect(screen.queryByRole('option', { name: /web-2/ })).toBeNull()
    await user.click(await screen.findByRole('option', { name: 'web-1' }))
    expect(screen.queryByRole('button', { name: 'Choose folder' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Command' }), './orders')
    const folder = screen.getByRole('textbox', { name: 'Folder' })
    await user.clear(folder)
    await user.type(folder, 'app{Enter}')
    expect(screen.getByText('Enter the full path, starting with / or ~.')).toBeTruthy()
    await user.clear(folder)
    await user.type(folder, '/srv/app{Enter}')
    expect(bridge.requestsOf('launch.start')).toMatchObject([
      { machine: 'ssh:web-1', command: './orders', folder: '/srv/app' },
    ])
    const there = { ...launched, machine }
    const ports = [port({ launchId: 'launch-1', runtimes: [waiting] })]
    act(() => bridge.stream('ports.state').send({ ports, launches: [there] }))
    expect(await screen.findByText('on web-1')).toBeTruthy()
    expect(screen.getByText('web-1 · dotnet orders.dll')).toBeTruthy()
    act(() => bridge.stream('ports.state').send({ ports: [], launches: [{ ...there, phase: 'lost' }] }))
    expect(screen.getByText('Connection lost')).toBeTruthy()
    expect(
      screen.getByText(/If you disconnected, a waiting program was resumed first\. .* Connect again to see its output/),
    ).toBeTruthy()
    const gone = { ...there, phase: 'ended', unseenEnd: 'waited' } as const
    act(() => bridge.stream('ports.state').send({ ports: [], launches: [gone] }))
    expect(screen.getByText('Ended')).toBeTruthy()
    expect(screen.getByText(/It was waiting at startup when the connection to web-1 broke/)).toBeTruthy()
    act(() => bridge.stream('machines.state').send({ ...machines, machines: [{ ...connected, state: 'lost' }] }))
    expect(screen.getByText(/^Connect to web-1 on the Connections page/)).toBeTruthy()
  })

  it('shows waiting runtimes, and resumes one or all', async () => {
    const bridge = installFakeBridge({ 'ports.resume': () => null, 'ports.resumeAll': () => null })
    const { user } = renderUi(<StartupScreen />)
    act(() => bridge.stream('ports.state').send({ ports: [port({ runtimes: [waiting] })], launches: [] }))
    await user.click(await screen.findByRole('button', { name: 'Resume orders' }))
    expect(bridge.requestsOf('ports.resume')).toEqual([{ portId: 'port-1', cookie: 'cookie-1' }])
    expect(screen.getByText(/A runtime has been waiting for more than 30 s/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume all' }))
    expect(bridge.requestsOf('ports.resumeAll')).toEqual([{ portId: null }])
  })

  it('prepares a waiting runtime, and says what is not possible in an older one', async () => {
    const bridge = installFakeBridge({ 'environment.set': () => null, 'perfMap.start': () => [] })
    const { user } = renderUi(<StartupScreen />)
    const old = { ...waiting, runtimeVersion: '6.0.1' }
    act(() => bridge.stream('ports.state').send({ ports: [port({ runtimes: [old] })], launches: [] }))
    await user.click(await screen.findByRole('button', { name: 'Prepare orders' }))
    expect(await screen.findAllByText('Requires .NET 8.0; the program runs on 6.0.1.')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Set' }))
    expect(await screen.findByText('Enter the variable as NAME=value.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Variable to set' }), 'A=1')
    await user.click(screen.getByRole('button', { name: 'Set' }))
    expect(await screen.findByText('Variable A')).toBeTruthy()
    const target = { kind: 'port', portId: 'port-1', cookie: 'cookie-1' }
    expect(bridge.requestsOf('environment.set')).toEqual([{ target, name: 'A', value: '1' }])
  })

  it('sends nothing that would not become a profiler', async () => {
    const bridge = installFakeBridge({
      'profiler.check': ({ path }) => ({
        path,
        visiblePath: path,
        isThere: true,
        isReadableByTarget: true,
        isSharedLibrary: true,
        fitsArchitecture: true,
        hasEntryPoint: false,
        ownerName: 'me',
      }),
    })
    const { user } = renderUi(<StartupScreen />)
    act(() => bridge.stream('ports.state').send({ ports: [port({ runtimes: [waiting] })], launches: [] }))
    await user.click(await screen.findByRole('button', { name: 'Prepare orders' }))
    const clsid = await screen.findByRole('textbox', { name: 'CLSID' })
    const part = within(screen.getByRole('region', { name: 'Startup profiler' }))
    const inject = part.getByRole('button', { name: 'Load profiler…' })
    await user.type(clsid, '11111111-2222-3333-4444-555555555555')
    // Nothing to inject yet.
    expect(inject.getAttribute('aria-disabled')).toBe('true')
    await user.type(screen.getByRole('textbox', { name: /Library path/ }), '/opt/lib.so')
    expect(inject.getAttribute('aria-disabled')).not.toBe('true')
    await user.click(inject)
    expect(await screen.findByText(/doesn’t export/, {})).toBeTruthy()
    expect(bridge.requestsOf('profiler.startup')).toEqual([])
  })

  it('opens a port and gives the text that brings a program to it', async () => {
    const bridge = installFakeBridge({
      'ports.open': () => ({ port: port(), variable: '' }),
      'ports.close': () => null,
    })
    const { user, copied } = renderUi(<StartupScreen />)
    await user.click(screen.getByRole('button', { name: 'Open port' }))
    expect(bridge.requestsOf('ports.open')).toMatchObject([
      { address: null, rule: 'hold', suspends: true, recording: { presetId: 'start' } },
    ])
    act(() => bridge.stream('ports.state').send({ ports: [port()], launches: [] }))
    await user.click(await screen.findByRole('button', { name: 'Copy snippet' }))
    expect(copied).toEqual(['export DOTNET_DiagnosticPorts=/tmp/pscope-x/port,suspend\ndotnet MyApp.dll\n'])
    await user.click(screen.getByRole('button', { name: 'Close the port' }))
    expect(bridge.requestsOf('ports.close')).toEqual([{ portId: 'port-1' }])
  })

  it('lists what was launched, with what it wrote', async () => {
    const bridge = installFakeBridge({
      'launch.output': ({ stream }) =>
        stream === 'stderr'
          ? { stream, offset: 0, text: 'stderr text', nextOffset: 11, droppedBytes: 0, missingBytes: 0 }
          : { stream, offset: 0, text: '', nextOffset: 17_000_000, droppedBytes: 0, missingBytes: 17_000_000 },
      'launch.remove': () => null,
    })
    const { user } = renderUi(<StartupScreen />)
    const ended = { ...launched, phase: 'ended', exitCode: 3 } as const
    act(() => bridge.stream('ports.state').send({ ports: [], launches: [ended] }))
    expect(await screen.findByText('Exited with code 3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Output' }))
    expect(await screen.findByText('stderr text')).toBeTruthy()
    expect(screen.getByText(/At least 16\.2.MiB is missing here/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove dotnet orders.dll' }))
    expect(bridge.requestsOf('launch.remove')).toEqual([{ launchId: 'launch-1' }])
  })

  it('says which programs an earlier run has started, and does not offer to launch them again', async () => {
    const bridge = installFakeBridge({})
    renderUi(<StartupScreen />)
    const machine = { id: 'ssh:web03', name: 'web03' }
    const earlier = { ...launched, machine, args: [], isEarlier: true, phase: 'lost', pid: null } as const
    act(() => bridge.stream('ports.state').send({ ports: [], launches: [earlier] }))
    expect(await screen.findByText(/Connect to web03 to find out whether/)).toBeTruthy()
    expect(screen.getByText('Not connected')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Launch again…' })).toBeNull()
    act(() => bridge.stream('ports.state').send({ ports: [], launches: [{ ...earlier, phase: 'running', pid: 7 }] }))
    expect(screen.getByText(/found again/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
    const ended = { ...earlier, phase: 'ended', pid: 7, exitCode: 0, endedMs: 1 } as const
    act(() => bridge.stream('ports.state').send({ ports: [], launches: [ended] }))
    expect(screen.getByText(/choose it under Recent/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Launch again…' })).toBeNull()
  })

  it('says when a program outlives its stop, and offers to kill it only then', async () => {
    const bridge = installFakeBridge({ 'launch.stop': () => null })
    const { user } = renderUi(<StartupScreen />)
    const tell = (stopping: LaunchState['stopping']) =>
      act(() => bridge.stream('ports.state').send({ ports: [], launches: [{ ...launched, stopping }] }))
    tell(null)
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    tell('asked')
    expect(screen.getByText('Stopping…')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Kill' })).toBeNull()
    tell('outlived')
    expect(screen.getByRole('status').textContent).toContain('is still running')
    await user.click(screen.getByRole('button', { name: 'Kill' }))
    expect(bridge.requestsOf('launch.stop').map(({ how }) => how)).toEqual(['terminate', 'kill'])
  })

  it('puts an ended launch back into the form, to be recorded with another question', async () => {
    const bridge = installFakeBridge()
    const { user } = renderUi(<StartupScreen />)
    const ended = { ...launched, args: ['orders.dll', '--name=a b'], phase: 'ended', exitCode: 0 } as const
    act(() => bridge.stream('ports.state').send({ ports: [], launches: [ended] }))
    await user.click(await screen.findByRole('button', { name: 'Launch again…' }))
    expect(screen.getByRole('textbox', { name: 'Command' })).toHaveProperty('value', 'dotnet orders.dll "--name=a b"')
  })
})
