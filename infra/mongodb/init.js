// Makes a replica set of MONGODB_HOSTS and the academy's user, who may read and write
// its database and nothing else. It may run any number of times.
//
//   mongosh --nodb --quiet init.js
const { readFileSync } = require("node:fs");

const secret = (name) => readFileSync(`/run/secrets/${name}`, "utf8").trim();
const hosts = process.env.MONGODB_HOSTS.split(",");
const database = process.env.MONGODB_DATABASE || "academy";
const login = `mongodb://root:${encodeURIComponent(secret("mongodb_root_password"))}@`;

const NOT_YET_INITIALIZED = 94;
const first = new Mongo(`${login}${hosts[0]}/?authSource=admin&directConnection=true`).getDB("admin");
try {
  first.runCommand({ replSetGetStatus: 1 });
} catch (error) {
  // mongosh throws every answer with `ok: 0`.
  if (error.code !== NOT_YET_INITIALIZED) throw error;
  first.runCommand({ replSetInitiate: { _id: "rs0", members: hosts.map((host, _id) => ({ _id, host })) } });
}

// Waits until there is a primary.
const admin = new Mongo(`${login}${hosts.join(",")}/?authSource=admin&replicaSet=rs0&serverSelectionTimeoutMS=60000`);
const users = admin.getDB(database);
const user = { pwd: secret("mongodb_password"), roles: [{ role: "readWrite", db: database }] };
if (users.getUser("academy")) users.updateUser("academy", user);
else users.createUser({ user: "academy", ...user });
print(`mongodb: the replica set rs0 of ${hosts.join(", ")} and the user academy are in place`);
