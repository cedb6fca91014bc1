import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { DiagnosticsError } from '../../shared/base/errors.ts'
import { err, ok } from '../../shared/base/result.ts'
import { answer } from './answer.ts'

const schema = v.strictObject({ pid: v.number() })
const bugs: unknown[] = []
const reportBug = (_where: string, cause: unknown) => {
  bugs.push(cause)
  return 'ref-1'
}
const ask = (request: unknown, run: Parameters<typeof answer>[3] = () => ok('done')) =>
  answer('area.verb', schema, request, run, reportBug)

describe('the answer to a request', () => {
  test('carries the value of the use case', async () => {
    expect(await ask({ pid: 1 })).toEqual({ ok: true, value: 'done' })
  })

  test('a request that does not fit never reaches the use case, and its values are not repeated', async () => {
    let wasRun = false
    const outcome = await ask({ pid: 'hunter2' }, () => {
      wasRun = true
      return ok(null)
    })
    expect(wasRun).toBe(false)
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'invalid-request', what: 'area.verb' } })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  test.each([undefined, null, 7, 'text', [], { pid: 1, more: true }])('refuses %j', async (request) => {
    expect(await ask(request)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  })

  test('an expected failure crosses as it is, returned or thrown', async () => {
    const gone = { kind: 'process-gone', pid: 7 } as const
    expect(await ask({ pid: 1 }, () => err(gone))).toEqual({ ok: false, error: gone })
    const thrown = await ask({ pid: 1 }, () => {
      throw new DiagnosticsError(gone)
    })
    expect(thrown).toEqual({ ok: false, error: gone })
  })

  test('a bug crosses as a reference into the log, without its message or stack', async () => {
    const outcome = await ask({ pid: 1 }, () => Promise.reject(new Error('secret detail')))
    expect(outcome).toEqual({ ok: false, error: { kind: 'internal', reference: 'ref-1' } })
    expect(bugs).toHaveLength(1)
  })
})
