import { invoke, toAppError } from '../bridge/bridge.ts'
import { appStore } from '../store/create-store.ts'

/** Of a file on the shelf. Null when it could not be computed; a notice has said so. */
export async function checksumOf(fileId: string): Promise<string | null> {
  try {
    return (await invoke('shelf.checksum', { id: fileId })).sha256
  } catch (thrown) {
    appStore.getState().addNotice({ tone: 'bad', title: 'Couldn’t compute the checksum', error: toAppError(thrown) })
    return null
  }
}
