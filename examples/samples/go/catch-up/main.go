// Prints the events since the last run: KEY=btly_… go run main.go last-event
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

type page struct {
	Data []struct {
		ID   string `json:"id"`
		Type string `json:"type"`
	} `json:"data"`
	Pagination struct {
		NextAfter string `json:"next_after"`
		HasMore   bool   `json:"has_more"`
	} `json:"pagination"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func main() {
	log.SetFlags(0)
	file := "last-event"
	if len(os.Args) > 1 {
		file = os.Args[1]
	}
	for more := true; more; {
		// Without the file, an empty "after" begins with the first event.
		after, _ := os.ReadFile(file)
		events := read(strings.TrimSpace(string(after)))
		// Handle each event here. In a database, store the last id in the same transaction.
		for _, event := range events.Data {
			fmt.Println(event.ID, event.Type)
		}
		if next := events.Pagination.NextAfter; next != "" {
			if err := os.WriteFile(file, []byte(next), 0o600); err != nil {
				log.Fatal(err)
			}
		}
		more = events.Pagination.HasMore
	}
}

func read(after string) page {
	url := os.Getenv("BLOCKTALLY_URL")
	if url == "" {
		url = "http://localhost:3000"
	}
	request, err := http.NewRequest(http.MethodGet, url+"/v1/events?limit=100&after="+after, nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
	client := http.Client{Timeout: 20 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	var answer page
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatalf("%s: %s", answer.Code, answer.Detail)
	}
	return answer
}
