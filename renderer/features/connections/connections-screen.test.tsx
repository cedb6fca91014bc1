import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LeftDump } from '../../../shared/model/dump.ts'
import { machineHops, type Machine, type MachinesState } from '../../../shared/model/machine.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { ConnectionsScreen } from './connections-screen.tsx'
import { destinationProblem, faultWords, hopText } from './machine-words.ts'

function machine(change: Partial<Machine> = {}): Machine {
  return {
    id: 'ssh:web03',
    name: 'web03',
    source: 'configuration',
    state: 'disconnected',
    hops: machineHops.map((hop) => ({ hop, state: 'not-tested', tookMs: null, detail: null })),
    fault: null,
    roundTripMs: null,
    receivedBytesPerSecond: null,
    processCount: null,
    connectedAtMs: null,
    userId: null,
    hostName: null,
    ...change,
  }
}

/** All passed, but for one. */
const steps = (signIn: 'running' | 'passed') =>
  machineHops.map((hop) => ({ hop, state: hop === 'sign-in' ? signIn : 'passed', tookMs: null, detail: null }) as const)

function show(state: Partial<MachinesState>, left: readonly LeftDump[] = []) {
  const asked: unknown[] = []
  const note = (channel: string) => (request: unknown) => {
    asked.push([channel, request])
    return channel === 'machines.add' ? { id: 'ssh:db01' } : channel === 'dumps.fetch' ? { jobId: 'job-n-2' } : null
  }
  const bridge = installFakeBridge({
    'machines.refresh': () => null,
    'machines.connect': note('machines.connect') as () => null,
    'machines.disconnect': note('machines.disconnect') as () => null,
    'dumps.left': () => left,
    'dumps.fetch': note('dumps.fetch') as (request: unknown) => { jobId: string },
    'dumps.removeFar': note('dumps.removeFar') as () => null,
    'machines.add': note('machines.add') as () => { id: string },
  })
  const { user } = renderUi(<ConnectionsScreen />)
  act(() => bridge.stream('machines.state').send({ machines: [], unsupported: null, localProcessCount: 14, ...state }))
  return { user, asked }
}

beforeEach(() => {
  giveLayout()
  resetStore()
})

describe('the Connections page', () => {
  it('has a card for this machine and for each host, and offers to connect', async () => {
    const { user, asked } = show({ machines: [machine()] })
    const cards = screen.getByRole('list', { name: 'Machines' })
    expect(within(cards).getByText('14 processes')).toBeDefined()
    expect(within(cards).getByText('Not connected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    expect(asked).toEqual([['machines.connect', { id: 'ssh:web03' }]])
  })

  it('names the step that failed, why, and the line to change', () => {
    const fault = { hop: 'forwarding', kind: 'forwarding-forbidden', said: null } as const
    show({ machines: [machine({ state: 'connected', fault, processCount: 2, roundTripMs: 18 })] })
    expect(screen.getByText('Socket forwarding is not allowed')).toBeDefined()
    expect(screen.getByText('AllowStreamLocalForwarding local')).toBeDefined()
    expect(screen.getByText('2 processes · Failed at: Socket forwarding')).toBeDefined()
    expect(screen.getByText(/18 ms round trip/)).toBeDefined()
  })

  it('a card names the step in progress, and a connection that broke after all of them as lost', () => {
    const fault = { hop: 'shell', kind: 'no-answer', said: null } as const
    show({
      machines: [
        machine({ state: 'connecting', hops: steps('running') }),
        machine({ id: 'ssh:db01', name: 'db01', state: 'lost', hops: steps('passed'), fault }),
      ],
    })
    const cards = within(screen.getByRole('list', { name: 'Machines' }))
    expect(cards.getByText('In progress: Sign-in')).toBeDefined()
    expect(cards.getByText('The machine stopped responding')).toBeDefined()
    expect(cards.queryByText(/Failed at/)).toBeNull()
  })

  it('shows the output of ssh as text', () => {
    const fault = { hop: 'sign-in', kind: 'sign-in-refused', said: '<b>Permission denied</b> (publickey).' } as const
    show({ machines: [machine({ state: 'failed', fault })] })
    expect(screen.getByText('<b>Permission denied</b> (publickey).')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Connect again' })).toBeDefined()
  })

  it('lists dumps that lie on a connected machine, to be fetched or removed', async () => {
    const dump: LeftDump = {
      jobId: 'job-m-1',
      path: '/tmp/pipescope-AbCd1234/orders.dmp',
      processName: 'orders',
      pid: 412,
      type: 'full',
      startedMs: 0,
      sizeBytes: 4096,
      isFetched: false,
      fetchJobId: null,
      partBytes: 0,
    }
    const unseen = { ...dump, jobId: 'job-m-2', sizeBytes: null, fetchJobId: 'job-n-1' }
    const begun = { ...dump, jobId: 'job-m-3', partBytes: 1024 }
    const { user, asked } = show({ machines: [machine({ state: 'connected' })] }, [dump, unseen, begun])
    const list = await screen.findByRole('region', { name: 'Dumps on web03' })
    expect(within(list).getByText('Not known yet')).toBeDefined()
    expect(within(list).getByText('Fetching; see Jobs')).toBeDefined()
    await user.click(within(list).getByRole('button', { name: 'Fetch' }))
    await user.click(within(list).getByRole('button', { name: 'Continue fetching' }))
    await user.click(within(list).getAllByRole('button', { name: 'Remove…' })[0]!)
    expect(asked).toEqual([
      ['dumps.fetch', { jobId: 'job-m-1' }],
      ['dumps.fetch', { jobId: 'job-m-3' }],
      ['dumps.removeFar', { jobId: 'job-m-1' }],
    ])
  })

  it('accepts a host by name, and says what is wrong with an invalid one', async () => {
    const { user, asked } = show({})
    const field = screen.getByLabelText('Add a connection')
    await user.type(field, '-oProxyCommand=x')
    expect(screen.getByRole('alert').textContent).toContain('Enter a host name')
    await user.clear(field)
    await user.type(field, 'mara@db01{Enter}')
    expect(asked).toEqual([['machines.add', { destination: 'mara@db01' }]])
  })

  it('without hosts says where they come from', () => {
    show({})
    expect(screen.getByText(/names no hosts/)).toBeDefined()
  })

  it('says when this system’s ssh can’t do it', () => {
    show({ unsupported: 'no-control-sockets' })
    expect(screen.getByText(/has no control sockets/)).toBeDefined()
    expect(screen.queryByLabelText('Add a connection')).toBeNull()
  })
})

describe('words of a machine', () => {
  it('socket forwarding of a machine without .NET processes is not in progress', () => {
    const hop = { hop: 'forwarding', state: 'not-tested', tookMs: null, detail: null } as const
    expect(hopText(hop, { state: 'connected' })).toBe('Tested when a process is first opened')
    expect(hopText(hop, { state: 'failed' })).toBe('Not tested')
    expect(hopText({ ...hop, state: 'passed' }, { state: 'connected' })).toBe('Passed')
    expect(hopText({ ...hop, hop: 'processes', state: 'running' }, { state: 'connected' })).toBe('In progress')
    const found = { ...hop, hop: 'processes', state: 'passed', detail: '0 .NET processes' } as const
    expect(hopText(found, { state: 'connected' })).toBe('0 .NET processes')
  })

  const changedKey = {
    fingerprint: `ED25519 SHA256:${'a'.repeat(43)}`,
    file: '/home/mara/.ssh/known_hosts',
    line: 12,
    host: '[web03]:2222',
    isOfPerson: true,
  }
  const changed = { hop: 'host-key', kind: 'host-key-changed', said: null, changedKey } as const

  it('a changed host key is named with its fingerprint, file and line, and the command that forgets the known one', () => {
    const { why, line } = faultWords(changed, 'mara@web03:2222')
    expect(why).toContain(`presents the key ${changedKey.fingerprint}`)
    expect(why).toContain('/home/mara/.ssh/known_hosts has another one for it in line 12')
    expect(line).toBe("ssh-keygen -f /home/mara/.ssh/known_hosts -R '[web03]:2222'")
  })

  it('a known key for every user of this machine is for its administrator to remove', () => {
    const file = '/etc/ssh/ssh_known_hosts'
    const { line } = faultWords({ ...changed, changedKey: { ...changedKey, file, isOfPerson: false } }, 'web03')
    expect(line).toBe("sudo ssh-keygen -f /etc/ssh/ssh_known_hosts -R '[web03]:2222'")
  })

  it('without knowing whose key has changed, no command is offered', () => {
    const { why, line } = faultWords({ hop: 'host-key', kind: 'host-key-changed', said: null }, 'web03')
    expect(why).toContain('web03, or a jump host on the way,')
    expect(line).toBeNull()
  })

  it.each(['web03', 'mara@web03:2222', '[::1]:22'])('%s is a host', (text) => {
    expect(destinationProblem(text)).toBeNull()
  })
})
