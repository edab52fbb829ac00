const key = 'token'

export function readToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeToken(token: string) {
  try {
    localStorage.setItem(key, token)
  } catch {
    // Where storage is refused the session lasts as long as nobody asks for it: the reader is told nothing wrong.
  }
}

export function removeToken() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where storage is refused there is no token either.
  }
}
