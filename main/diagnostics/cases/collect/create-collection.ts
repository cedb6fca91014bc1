import { randomBytes, randomUUID } from 'node:crypto'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Result } from '../../../../shared/base/result.ts'
import { CaseFolder } from '../case-folder.ts'
import { newCollection, type NewCase } from './new-collection.ts'

/** Makes the folder that a case is collected in, beside where its package goes. */
export function createCollection(
  zipPath: string,
  given: Omit<NewCase, 'id' | 'key'>,
): Promise<Result<CaseFolder, AppError>> {
  const collection = newCollection({ ...given, id: randomUUID(), key: randomBytes(32).toString('base64url') })
  return CaseFolder.create(zipPath.replace(/\.zip$/, '.collecting'), collection)
}
