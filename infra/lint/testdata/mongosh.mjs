// Runs a script as `mongosh --nodb` would, on a server that is described by the JSON
// in SERVER: { initiated, users: [name…], password }. Like mongosh it throws what a
// server answers with `ok: 0`. Prints the commands that changed something.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const server = JSON.parse(process.env.SERVER);
const require = createRequire(import.meta.url);

function refuse(code, codeName) {
  throw Object.assign(new Error(codeName), { name: "MongoServerError", code, codeName });
}

class Mongo {
  constructor(uri) {
    // With one host: a URL has no more.
    this.uri = new URL(uri.replace(/,[^/]*/, ""));
  }
  getDB(name) {
    if (decodeURIComponent(this.uri.password) !== server.password) refuse(18, "AuthenticationFailed");
    if (this.uri.searchParams.has("replicaSet") && !server.initiated) refuse(undefined, "MongoServerSelectionError");
    return new Database(name);
  }
}

class Database {
  constructor(name) {
    this.name = name;
  }
  runCommand(command) {
    const [name] = Object.keys(command);
    if (name === "replSetGetStatus") return server.initiated ? { ok: 1 } : refuse(94, "NotYetInitialized");
    if (name !== "replSetInitiate") return refuse(59, "CommandNotFound");
    if (server.initiated) refuse(23, "AlreadyInitialized");
    server.initiated = true;
    return changed(command);
  }
  getUser(name) {
    return server.users.includes(name) ? { user: name } : null;
  }
  createUser(user) {
    if (server.users.includes(user.user)) refuse(51003, "Location51003");
    return changed({ createUser: user, db: this.name });
  }
  updateUser(name, user) {
    return changed({ updateUser: name, ...user, db: this.name });
  }
}

function changed(command) {
  console.log(JSON.stringify(command));
  return { ok: 1 };
}

const requireWithSecrets = (name) =>
  name === "node:fs"
    ? { readFileSync: (file, ...rest) => readFileSync(path.join(process.env.ROOT, file), ...rest) }
    : require(name);
new Function("require", "Mongo", "print", readFileSync(process.argv[2], "utf8"))(requireWithSecrets, Mongo, () => {});
