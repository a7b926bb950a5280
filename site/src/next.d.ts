// The types that Next writes into next-env.d.ts when it builds: types can be checked before that.
/// <reference types="next" />
/// <reference types="next/image-types/global" />
