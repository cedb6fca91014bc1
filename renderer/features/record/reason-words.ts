/** By question: the usual cause when none of its events came. */
const emptyCauses: Readonly<Record<string, string>> = {
  logs: 'The application logged nothing in that time, or has no event source logger: WebApplication.CreateBuilder and Host.CreateApplicationBuilder add it; others need AddEventSourceLogger() in their logging.',
  requests:
    'No request or database command ran in that time, or the application has not loaded ASP.NET Core, HttpClient or a database client that sends these events.',
  allocations: 'The process allocated too little for a sample: one is taken every 100 KiB.',
  gc: 'No garbage collection happened in that time.',
  locks: 'No thread waited for a contended lock in that time.',
  exceptions: 'No exception was thrown in that time.',
}

export function emptyCause(presetId: string): string {
  return (
    emptyCauses[presetId] ??
    'The application was idle, or has not loaded the libraries whose providers were chosen. Check the names of the providers.'
  )
}
