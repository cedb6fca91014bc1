import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { asPid } from '../../../shared/model/ids.ts'
import { parseEnvironment, parseStat, parseStatus } from '../../os/linux/proc-parse.ts'
import { readProcText, shortLimitBytes } from '../../os/linux/proc-files.ts'
import { readTargetView } from '../../os/target-view.ts'
import { resumeRuntime } from '../client.ts'
import { suspensionSettings } from '../processes/suspension.ts'

const maxEnvironmentBytes = 4 * 1024 * 1024

/**
 * A runtime can be told to wait at its default endpoint as well as at a port of ours (both variables are inherited); it goes on when
 * each of them has been resumed. Nothing is sent to one that was not told so. Linux; elsewhere environments cannot be read.
 */
export async function resumeDefaultPort(pid: number): Promise<Result<null, AppError>> {
  const environment = readProcText(`/proc/${pid}/environ`, maxEnvironmentBytes)
  const variables = environment === null ? null : parseEnvironment(environment)
  if (suspensionSettings(variables)?.isDefaultPortSuspended !== true) return ok(null)
  const stat = parseStat(readProcText(`/proc/${pid}/stat`, shortLimitBytes) ?? '')
  const view = readTargetView(pid)
  if (stat === null || view === null) return ok(null)
  const status = readProcText(`/proc/${pid}/status`, shortLimitBytes) ?? ''
  const innerPid = parseStatus(status).namespacePids.at(-1) ?? pid
  const folder = variables?.get('TMPDIR') || '/tmp'
  const socket = path.posix.join(folder, `dotnet-diagnostic-${innerPid}-${stat.startTicks}-socket`)
  return resumeRuntime({ transport: 'unix', path: view.visible(socket), pid: asPid(pid) })
}
