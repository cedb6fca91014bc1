import { describe, expect, it } from 'vitest'
import { canForwardSockets, SshLink } from './ssh-link.ts'
import { parseSshHost } from './ssh-host.ts'

const host = parseSshHost('web03')!
const options = { host, answer: () => Promise.resolve(null), onEnded: () => undefined }

describe('one ssh', () => {
  it('the client of Windows can’t forward to sockets', () => {
    expect(['linux', 'darwin', 'win32'].filter((platform) => canForwardSockets(platform as NodeJS.Platform))).toEqual([
      'linux',
      'darwin',
    ])
  })

  it.runIf(canForwardSockets())('a missing client is named', async () => {
    const opened = await SshLink.open({ ...options, program: '/nowhere/ssh' }, new AbortController().signal)
    expect(opened).toMatchObject({ ok: false, error: { hop: 'client', kind: 'no-client' } })
  })

  it.runIf(canForwardSockets())('one that exits at once is a failed step, with its output', async () => {
    const opened = await SshLink.open({ ...options, program: '/bin/false' }, new AbortController().signal)
    expect(opened).toMatchObject({ ok: false, error: { hop: 'network', kind: 'unreachable', said: null } })
  })
})
