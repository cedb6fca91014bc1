import type { ChildProcess } from 'node:child_process'
import type { DemoProcess, FromDemoProcess, ToDemoProcess } from './demo-messages.ts'

/** The part of Electron's `UtilityProcess` that is used here; this room does not know Electron. */
export interface UtilityProcessLike {
  readonly pid: number | undefined
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  kill(): boolean
}

export function fromUtilityProcess(child: UtilityProcessLike): DemoProcess {
  return {
    get pid() {
      return child.pid
    },
    send: (message: ToDemoProcess) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromDemoProcess)),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => void child.kill(),
  }
}

/** For tests and benches, which run without Electron: `fork('out/main/demo-target.cjs')`. */
export function fromChildProcess(child: ChildProcess): DemoProcess {
  return {
    get pid() {
      return child.pid
    },
    send: (message: ToDemoProcess) => {
      if (child.connected) child.send(message)
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromDemoProcess)),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => void child.kill(),
  }
}
