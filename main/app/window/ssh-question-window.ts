import { BrowserWindow, dialog } from 'electron'
import type { AnswerQuestion, SshQuestion } from '../../machines/askpass.ts'
import { boxOf, type Question } from '../../ipc/consent/questions.ts'

/** A window of main's own: no page of the app, no preload, nothing it could call. Main reads the answer out of it. */
const windowSize = { width: 460, height: 250 } as const

/** Questions of ssh about one machine, asked in front of the app. One after the other: ssh waits for its answer. */
export function askInOwnWindow(machine: string, parent: () => BrowserWindow | null): AnswerQuestion {
  return async (question, signal) => {
    if (signal.aborted) return null
    if (question.kind === 'secret') return askSecret(machine, question.text, parent(), signal)
    const asked = { ...boxOf(questionOf(machine, question)), signal }
    const front = parent()
    const { response } = await (front === null ? dialog.showMessageBox(asked) : dialog.showMessageBox(front, asked))
    return response === 0 ? 'yes' : null
  }
}

function questionOf(machine: string, question: Exclude<SshQuestion, { readonly kind: 'secret' }>): Question {
  if (question.kind === 'confirm') return { verb: 'Yes', message: `ssh asks about ${machine}`, detail: question.text }
  return {
    verb: 'Trust this key',
    message: `Is this the key of ${machine}?`,
    detail:
      `${question.host}\n${question.fingerprint}\n\nThis computer has never seen this host key. Compare the fingerprint with one from ` +
      'the administrator of the machine. If you trust it, ssh adds it to your known_hosts file.',
  }
}

async function askSecret(
  machine: string,
  text: string,
  parent: BrowserWindow | null,
  signal: AbortSignal,
): Promise<string | null> {
  const window = new BrowserWindow({
    ...windowSize,
    ...(parent === null ? {} : { parent, modal: true }),
    title: `Sign in to ${machine}`,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    autoHideMenuBar: true,
    show: false,
    webPreferences: {
      partition: 'ssh-question',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
    },
  })
  const close = (): void => {
    if (!window.isDestroyed()) window.destroy()
  }
  signal.addEventListener('abort', close)
  const closed = new Promise<null>((resolve) => window.once('closed', () => resolve(null)))
  try {
    await window.loadURL(`data:text/html;base64,${Buffer.from(pageOf(machine, text)).toString('base64')}`)
    window.show()
    const answered = window.webContents.executeJavaScript(readAnswer) as Promise<unknown>
    const answer = await Promise.race([answered.catch(() => null), closed])
    return typeof answer === 'string' ? answer : null
  } catch {
    // Closed while it loaded.
    return null
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

/** Runs in that window only. Resolves with what was typed, or null. */
const readAnswer = `new Promise((resolve) => {
  const field = document.querySelector('input')
  document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); resolve(field.value) })
  document.querySelector('#cancel').addEventListener('click', () => resolve(null))
  addEventListener('keydown', (event) => { if (event.key === 'Escape') resolve(null) })
  field.focus()
})`

function pageOf(machine: string, text: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'">
<title>Sign in to ${escaped(machine)}</title><style>
:root { color-scheme: light dark; font: 13px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 20px; background: light-dark(#fcfcfd, #18191b); color: light-dark(#1c2024, #edeef0); }
h1 { font-size: 15px; font-weight: 600; margin: 0 0 8px; }
label { display: block; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 80px; overflow: auto; }
input { width: 100%; box-sizing: border-box; margin: 8px 0 4px; padding: 6px 8px; font: inherit; }
p { margin: 0 0 12px; color: light-dark(#60646c, #b0b4ba); }
div { display: flex; gap: 8px; justify-content: flex-end; }
button { font: inherit; padding: 5px 14px; }
</style></head><body><form><h1>Sign in to ${escaped(machine)}</h1>
<label for="answer">${escaped(text)}</label><input id="answer" type="password" autocomplete="off">
<p>Sent only to ssh. Pipescope doesn’t store it.</p>
<div><button type="button" id="cancel">Cancel</button><button type="submit">Continue</button></div></form></body></html>`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
