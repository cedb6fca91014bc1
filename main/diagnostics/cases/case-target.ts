import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { EnvironmentVariable } from '../../../shared/model/process.ts'
import type { OsProcessDetails } from '../../os/operating-system.ts'
import type { TargetDirectory } from '../live/target/target-directory.ts'

/** The part of the process list that a case asks. */
export interface CaseDirectory extends TargetDirectory {
  detailsOf(pid: number): OsProcessDetails
  environment(key: ProcessKey): Promise<Result<readonly EnvironmentVariable[], AppError>>
  /** Lets a runtime that waits at its start continue. */
  resume(key: ProcessKey): Promise<Result<null, AppError>>
  reveal(key: ProcessKey, name: string): Result<{ readonly value: string }, AppError>
}
