/** Without this file the application would be built with the enclosing project's. */
export function register() {}
