import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
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

  it.runIf(canForwardSockets()).each([
    { answer: 'awake', fault: { hop: 'proc', kind: 'no-proc' }, why: 'has no /proc' },
    {
      answer: 'asleep\\n$2 status\\nUid: 7',
      fault: { hop: 'shell', kind: 'no-watch' },
      why: 'cannot end the connection',
    },
  ])('a far side that $why is named, and nothing stays connected', async ({ answer, fault }) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
    const program = path.join(folder, 'ssh')
    // Takes what the far shell would take, and answers only the first request.
    const script = `#!/bin/sh\nwhile read -r a b; do set -- "$a" "$b"; [ "$1" = hello ] && printf "$2 ${answer}\\n$2 end\\n"; done\n`
    fs.writeFileSync(program, script, { mode: 0o755 })
    const opened = await SshLink.open({ ...options, program }, new AbortController().signal)
    expect(opened).toMatchObject({ ok: false, error: fault })
    fs.rmSync(folder, { recursive: true })
  })
})
