/** Without this file, the build would use the instrumentation.ts of the enclosing project. */
export function register() {}
