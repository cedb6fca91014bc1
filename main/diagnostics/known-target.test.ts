import { describe, expect, it } from 'vitest'
import { asPid, asProcessKey } from '../../shared/model/ids.ts'
import type { TargetDirectory } from './live/target/target-directory.ts'
import { knownTarget, mustBeHere } from './known-target.ts'
import type { PortService } from './ports/port-service.ts'

function portsOf(processKey: string | null, isElsewhere: boolean): PortService {
  const endpoint = { transport: 'tcp', path: '127.0.0.1:1', pid: asPid(4711) }
  const state = { cookie: 'c', targetPid: 4711, name: null, runtimeVersion: null, processKey }
  return {
    runtime: () => ({ phase: 'waiting', pid: null, endpoint }),
    list: () => [{ id: 'port-1', runtimes: [state] }],
    isElsewhere: () => isElsewhere,
  } as unknown as PortService
}

const target = (transport: 'tcp' | 'ssh', key: string) => ({
  endpoint: { transport },
  jobTarget: { processKey: asProcessKey(key) },
})

describe('a runtime at a port', () => {
  const ref = { kind: 'port', portId: 'port-1', cookie: 'c' } as const
  const directory = { rowOf: () => null } as Partial<TargetDirectory> as TargetDirectory

  it('of another machine is no target until it is known which process of that machine it is', () => {
    const known = knownTarget(ref, { directory, ports: portsOf(null, true) })
    expect(known).toEqual({ ok: false, error: { kind: 'not-found', what: 'process' } })
    const listed = knownTarget(ref, { directory, ports: portsOf('ssh:web1/4711:9', true) })
    expect(listed).toMatchObject({ ok: true, value: { jobTarget: { processKey: 'ssh:web1/4711:9' } } })
    // In a container of this machine, whose process nobody knows.
    expect(knownTarget(ref, { directory, ports: portsOf(null, false) }).ok).toBe(true)
  })

  it('of another machine is not here, although it comes through an address of this one', () => {
    const refused = { ok: false, error: { kind: 'unsupported', feature: 'another-machine' } }
    expect(mustBeHere(target('tcp', 'ssh:web1/4711:9'))).toMatchObject(refused)
    expect(mustBeHere(target('ssh', 'ssh:web1/4711:9'))).toMatchObject(refused)
    expect(mustBeHere(target('tcp', '4711:9')).ok).toBe(true)
  })
})
