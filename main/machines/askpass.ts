import fs from 'node:fs'
import type net from 'node:net'
import path from 'node:path'
import { ok, err, type Result } from '../../shared/base/result.ts'
import { openFifo, readLines, type Fifo } from './fifo.ts'
import { quoted } from './far-script.ts'
import { printable } from './ssh-log.ts'

/** What ssh wants to know. */
export type SshQuestion =
  /** A key of the host that was never seen before. */
  | { readonly kind: 'host-key'; readonly host: string; readonly fingerprint: string; readonly text: string }
  /** Yes or no to anything else. */
  | { readonly kind: 'confirm'; readonly text: string }
  /** A password, passphrase, PIN or one-time code; goes to ssh and nowhere else. */
  | { readonly kind: 'secret'; readonly text: string }

/** Null: cancelled. */
export type AnswerQuestion = (question: SshQuestion, signal: AbortSignal) => Promise<string | null>

/** As ssh words it (OpenSSH, `check_host_key`). */
export function readQuestion(text: string, hint: string): SshQuestion {
  const shown = printable(text)
  const host = /The authenticity of host '([^']{1,200})' can't be established/.exec(shown)
  const fingerprint = /(\S{1,40}) key fingerprint is ((?:SHA256|MD5):[A-Za-z0-9+/:=]{20,100})/.exec(shown)
  if (host !== null && fingerprint !== null)
    return { kind: 'host-key', host: host[1] ?? '', fingerprint: `${fingerprint[1]} ${fingerprint[2]}`, text: shown }
  if (hint === 'confirm' || /\(yes\/no[^)]*\)/.test(shown)) return { kind: 'confirm', text: shown }
  return { kind: 'secret', text: shown }
}

const maxLineBytes = 8 * 1024

/** The program that ssh starts for each question; it passes the question to main and prints the answer. Line breaks travel as `\v`. */
const helper = (folder: string): string => `#!/bin/sh
umask 077
q=$(printf '%s' "$1" | tr '\\n' '\\013')
printf '%s %s %s\\n' "$$" "\${SSH_ASKPASS_PROMPT:-text}" "$q" > ${quoted(path.join(folder, 'ask'))}
while IFS= read -r a; do
  case "$a" in
    "$$ y "*) printf '%s\\n' "\${a#"$$ y "}"; exit 0;;
    "$$ n") exit 1;;
  esac
done < ${quoted(path.join(folder, 'answer'))}
exit 1
`

/**
 * Takes questions of ssh through two named pipes in a private folder; neither question nor answer is ever in a file, an argument or a
 * variable. One question at a time.
 */
export class Askpass {
  readonly #ask: net.Socket
  readonly #answer: Fifo
  readonly #reply: AnswerQuestion
  readonly #closing = new AbortController()
  readonly program: string
  /** Whether a question was cancelled by the person. */
  wasCancelled = false
  #line = Promise.resolve()

  constructor(folder: string, pipes: { readonly ask: Fifo; readonly answer: Fifo }, reply: AnswerQuestion) {
    this.program = path.join(folder, 'askpass')
    this.#answer = pipes.answer
    this.#reply = reply
    this.#ask = readLines(pipes.ask, maxLineBytes, (line) => {
      this.#line = this.#line.then(() => this.#take(line))
    })
  }

  static open(folder: string, reply: AnswerQuestion): Result<Askpass, 'no-pipes'> {
    const ask = openFifo(path.join(folder, 'ask'))
    const answer = ask === null ? null : openFifo(path.join(folder, 'answer'))
    if (ask === null || answer === null) {
      if (ask !== null) fs.closeSync(ask.fd)
      return err('no-pipes')
    }
    fs.writeFileSync(path.join(folder, 'askpass'), helper(folder), { mode: 0o700, flag: 'wx' })
    return ok(new Askpass(folder, { ask, answer }, reply))
  }

  dispose(): void {
    this.#closing.abort()
    this.#ask.destroy()
    fs.close(this.#answer.fd, () => undefined)
  }

  async #take(line: string): Promise<void> {
    const found = /^(\d{1,10}) (\S{1,20}) (.*)$/.exec(line)
    if (found === null || this.#closing.signal.aborted) return
    const [, pid = '', hint = '', text = ''] = found
    const question = readQuestion(text.replaceAll('\v', '\n'), hint)
    const answer = await this.#reply(question, this.#closing.signal)
    if (this.#closing.signal.aborted) return
    if (answer === null || /[\n\r\0]/.test(answer)) {
      this.wasCancelled = true
      this.#write(`${pid} n\n`)
    } else this.#write(`${pid} y ${answer}\n`)
  }

  /** Short enough for a pipe to take it whole. */
  #write(line: string): void {
    fs.write(this.#answer.fd, line, () => undefined)
  }
}
