import path from 'node:path'
import { LaunchService } from '../../diagnostics/launch/launch-service.ts'
import { PortService } from '../../diagnostics/ports/port-service.ts'
import { Watchdog } from '../watchdog.ts'
import { pause } from '../../os/pause.ts'

/*
 * A main process in small, for the test that kills one: launches three programs that wait at their start and does nothing more.
 *
 *   launcher-main WATCHDOG-SCRIPT FOLDER PROGRAM     prints one JSON line when all three wait
 *   launcher-main WATCHDOG-SCRIPT FOLDER             starts again after that one and its watchdog were killed, and ends
 */
const [, , script = '', folder = '', program = ''] = process.argv
const watchdog = new Watchdog({ program: process.execPath, args: [script] }, path.join(folder, 'ports.jsonl'))
const ports = new PortService({ watcher: watchdog, onChange: () => undefined })
const launches = new LaunchService({
  ports,
  folder,
  onChange: () => undefined,
  onStarted: (pid) => watchdog.addRoot(pid),
})

function waiting(): number {
  return ports.list().filter(({ runtimes }) => runtimes[0]?.phase === 'waiting').length
}

async function begin(): Promise<void> {
  for (let number = 0; number < 3; number++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
    const started = await launches.start({
      command: program,
      args: ['idle'],
      folder,
      variables: {},
      suspends: true,
      firstRule: 'hold',
      rule: 'hold',
    })
    if (!started.ok) throw new Error(JSON.stringify(started.error))
  }
  // oxlint-disable-next-line no-await-in-loop -- one look after the other
  while (waiting() < 3) await pause(20)
  const pids = launches.list().map(({ pid }) => pid)
  console.log(JSON.stringify({ watchdogPid: watchdog.pid, pids }))
  setInterval(() => undefined, 1000)
}

if (program === '') watchdog.relieveEarlierRun()
else void begin()
