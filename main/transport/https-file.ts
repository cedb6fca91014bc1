import { request as httpsRequest, type RequestOptions } from 'node:https'
import { err, ok, type Result } from '../../shared/base/result.ts'

export type HttpsFailure = 'unreachable' | 'timed-out' | 'refused' | 'too-long'

export interface HttpsFileOptions {
  readonly deadlineMs: number
  readonly maxBytes: number
  /** Of a test server; else what this machine trusts. */
  readonly ca?: string
}

/**
 * One small file over https: a GET that says nothing about this machine, and the answer 200 or nothing. No redirect is followed, no cookie is
 * kept or sent, no compression is understood, and the connection ends with the answer. The deadline is for all of it.
 */
export function readHttpsFile(address: URL, options: HttpsFileOptions): Promise<Result<string, HttpsFailure>> {
  const { deadlineMs, maxBytes, ca } = options
  if (address.protocol !== 'https:' || address.username !== '' || address.password !== '')
    return Promise.resolve(err('refused'))
  return new Promise((resolve) => {
    const asked: RequestOptions = {
      agent: false,
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      maxHeaderSize: 16 * 1024,
      ...(ca === undefined ? {} : { ca }),
    }
    const request = httpsRequest(address, asked)
    const end = (outcome: Result<string, HttpsFailure>): void => {
      clearTimeout(timer)
      request.destroy()
      resolve(outcome)
    }
    const timer = setTimeout(() => end(err('timed-out')), deadlineMs)
    request.on('error', () => end(err('unreachable')))
    // Without a listener Node closes the connection and says nothing until the deadline.
    request.on('upgrade', () => end(err('refused')))
    request.on('response', (response) => {
      const encoding = response.headers['content-encoding'] ?? 'identity'
      if (response.statusCode !== 200 || encoding !== 'identity') return end(err('refused'))
      const parts: Buffer[] = []
      let length = 0
      response.on('data', (part: Buffer) => {
        length += part.length
        if (length > maxBytes) end(err('too-long'))
        else parts.push(part)
      })
      response.on('error', () => end(err('unreachable')))
      // 'close' without 'end': the answer was cut off.
      response.on('close', () =>
        end(response.complete ? ok(Buffer.concat(parts).toString('utf8')) : err('unreachable')),
      )
    })
    request.end()
  })
}
