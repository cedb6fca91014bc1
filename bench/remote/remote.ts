import { startCrowd } from './crowd.ts'
import { farCpu } from './far-cpu.ts'
import { listTimes } from './list.ts'
import { lateness } from './live.ts'
import { throughput } from './throughput.ts'
import { MachineBench } from '../../main/diagnostics/machines/testing/machine-bench.ts'
import { whyNoSshServer } from '../../main/machines/testing/ssh-server.ts'
import { SlowProxy } from '../../main/machines/testing/slow-proxy.ts'
import { report } from '../harness.ts'

/**
 * Processes of another machine: a real sshd on loopback behind a link with a round trip of 100 ms, its user running 50 real runtimes.
 * Goals: the list 2 s after the connect and then at most 1 s behind; values of live views at most one interval and one round trip late; a
 * recording moves at least 80 % of what scp moves over the same link of 1 MB/s; our polling takes at most 0.5 % of a core there.
 *
 *   npm run -s bench -- remote [processCount] [idleSeconds] [cpu: only what polling takes there]
 */
const roundTripMs = 100
const slowBytesPerSecond = 1_000_000
const isOnlyCpu = process.argv[4] === 'cpu'

const refusal = whyNoSshServer()
if (refusal === null) await measure(Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 60))
else {
  console.error(`remote: ${refusal}`)
  process.exitCode = 64
}

async function measure(processCount: number, idleSeconds: number): Promise<void> {
  const bench = await MachineBench.start()
  const proxy = await SlowProxy.start(bench.server.port)
  try {
    proxy.slow(roundTripMs, Infinity)
    bench.server.writeClientConfig({ knowsHost: true, port: proxy.port })
    const pids = await startCrowd(bench, processCount)
    if (isOnlyCpu) await bench.connect()
    const list = isOnlyCpu ? {} : await listTimes(bench, pids)
    const cpu = await farCpu(bench, pids, idleSeconds)
    const late = isOnlyCpu ? {} : await lateness(bench)
    await bench.service.disconnectAll()
    proxy.slow(roundTripMs, slowBytesPerSecond)
    const moved = isOnlyCpu ? {} : await throughput(bench)
    report({
      name: 'remote',
      figures: { processes: processCount, roundTripMs, ...list, ...cpu, ...late, ...moved },
    })
  } finally {
    await bench.end()
    await proxy.stop()
  }
}
