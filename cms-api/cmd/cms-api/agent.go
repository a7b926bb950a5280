package main

import (
	"errors"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"academy/cms-api/internal/operate/agent"
)

type mcpCommand struct {
	Stdio bool `help:"Speak the protocol on standard input and output."`
}

// Help says where the tools come from.
func (mcpCommand) Help() string {
	return "For a program on this machine that starts servers of the Model Context Protocol by itself. The tools are those of the CMS at CMS_URL, " +
		"as far as the token in CMS_TOKEN allows. A program that can call an address needs none of this: see docs/agents.md."
}

// Run serves until standard input ends.
func (c mcpCommand) Run() error {
	if !c.Stdio {
		return errors.New("use cms-api mcp --stdio; over HTTP the tools are at /api/mcp of cms-api serve")
	}
	ctx, stop := interruptible()
	defer stop()
	return agent.Bridge(ctx, os.Getenv("CMS_URL"), os.Getenv("CMS_TOKEN"), version, &mcp.StdioTransport{})
}
