import type { ScriptedSocket } from '../../transport/testing/scripted-socket.ts'
import { openSession } from '../session.ts'
import type { OpenSessionOptions, Session, SessionEnd } from '../session-model.ts'
import { request } from './scripted-sessions.ts'

/** What a session has told whoever opened it. */
export interface Recorded {
  readonly chunks: Buffer[]
  readonly ends: SessionEnd[]
  cleanCount: number
}

export async function open(
  socket: ScriptedSocket,
  options: Partial<OpenSessionOptions> = {},
): Promise<{ recorded: Recorded; opened: Awaited<ReturnType<typeof openSession>> }> {
  const recorded: Recorded = { chunks: [], ends: [], cleanCount: 0 }
  const opened = await openSession(
    socket.endpoint,
    request,
    {
      onChunk: (bytes) => void recorded.chunks.push(Buffer.from(bytes)),
      onEnd: (end) => void recorded.ends.push(end),
    },
    { runtimeVersion: null, onClean: () => void recorded.cleanCount++, ...options },
  )
  return { recorded, opened }
}

/** For tests in which opening is no question. */
export async function openGood(
  socket: ScriptedSocket,
  options: Partial<OpenSessionOptions> = {},
): Promise<{ recorded: Recorded; session: Session }> {
  const { recorded, opened } = await open(socket, options)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return { recorded, session: opened.value }
}

export function text({ chunks }: Recorded): string {
  return Buffer.concat(chunks).toString()
}
