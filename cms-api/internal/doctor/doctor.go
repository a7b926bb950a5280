package doctor

// ProbePrefix begins the keys of objects that are stored for a moment.
const ProbePrefix = "doctor/"
