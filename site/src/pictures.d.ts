// The types of imported pictures, before a build has written them into next-env.d.ts.
/// <reference types="next/image-types/global" />
