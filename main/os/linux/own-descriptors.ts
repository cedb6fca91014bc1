import fs from 'node:fs'
import { libc } from '../libc.ts'

/*
 * Electron opens sockets, pipes and shared memory that every program it starts would inherit (measured on 33.2.1: some thirty of them in
 * a launched program). A program that holds them keeps Electron's own processes from seeing main's end, files from going away, and could talk to
 * them. Node's own descriptors close by themselves when a program starts.
 */

const getFlags = 1
const setFlags = 2
const closeOnExec = 1

type Fcntl = (fd: number, command: number, flags: number) => number

let fcntl: Fcntl | null | undefined

/**
 * Runs `start`, which starts a program and returns when it has begun (`spawn` does), while none of our descriptors but those it is given
 * passes on. Elsewhere than on Linux nothing is inherited anyway. What is changed is changed back: Electron hands some on itself.
 */
export function withOwnDescriptorsClosed<T>(start: () => T): T {
  const call = fcntlCall()
  if (call === null) return start()
  const changed: (readonly [number, number])[] = []
  for (const fd of ownDescriptors()) {
    const flags = call(fd, getFlags, 0)
    if (flags < 0 || (flags & closeOnExec) !== 0) continue
    if (call(fd, setFlags, flags | closeOnExec) === 0) changed.push([fd, flags])
  }
  try {
    return start()
  } finally {
    for (const [fd, flags] of changed) call(fd, setFlags, flags)
  }
}

function ownDescriptors(): readonly number[] {
  try {
    // The first three are the program's by agreement.
    return fs
      .readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => fd > 2)
  } catch {
    // No /proc: they are inherited then, as by default.
    return []
  }
}

function fcntlCall(): Fcntl | null {
  if (fcntl !== undefined) return fcntl
  const found = libc()
  const call = found?.library.func('int fcntl(int fd, int command, int flags)')
  fcntl = call === undefined ? null : (fd, command, flags) => Number(call(fd, command, flags))
  return fcntl
}
