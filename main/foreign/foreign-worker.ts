import { parentPort } from 'node:worker_threads'
import { must } from '../../shared/base/assert.ts'
import { answerQuestion } from './answer-question.ts'
import type { FromForeignThread, ToForeignThread } from './foreign-thread.ts'

/** Entry of the thread that touches foreign files: one question after the other, each of which may hang. */
const port = must(parentPort, 'this file runs as a worker thread')

port.on('message', ({ id, question }: ToForeignThread) => {
  const answer = answerQuestion(question)
  const bytes =
    answer.ok && typeof answer.value === 'object' && 'bytes' in answer.value ? [answer.value.bytes.buffer] : []
  port.postMessage({ kind: 'answer', id, answer } satisfies FromForeignThread, bytes)
})
port.postMessage({ kind: 'ready' } satisfies FromForeignThread)
